// Keys: who listens to which, and the overlay that tells.

import { el } from './dom';
import { ask } from './dialog';

export interface Binding {
    /** As `KeyboardEvent.key` has it, in small letters; `mod+s` is Ctrl, or Command on a Mac. Several by spaces. */
    key: string;
    /** Id of the words that tell what it does. */
    label: string;
    run(event: KeyboardEvent): void;
}

interface Group {
    title: string;
    bindings: Binding[];
}

const MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Letters are for text while one is written, and for the dialog while one is open. */
function busy(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement | null;
    if (document.querySelector('dialog[open]')) return true;
    // What scrolls beside the view scrolls by its own keys.
    if (/^(Arrow|Page|Home|End| )/.test(event.key) && target?.closest('.side, .tree-pane, .top')) return true;
    if (event.key === ' ' && target?.closest('button, summary, a, [role=tab], [role=radio]')) return true;
    return !!target?.closest(
        'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]',
    );
}

/** The letter's key, whatever alphabet the keyboard is set to: Cyrillic readers need not switch. */
function latin(event: KeyboardEvent): string {
    const cyrillic = /^[\u0400-\u04ff]$/.test(event.key);
    if (event.key === ' ') return 'space';
    return cyrillic && event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key.toLowerCase();
}

function chord(event: KeyboardEvent): string {
    const mod = MAC ? event.metaKey : event.ctrlKey;
    const shift = event.shiftKey && (mod || event.key.length > 1);
    return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${latin(event)}`;
}

export class Keys {
    private readonly groups: Group[] = [];
    /** Somebody who speaks to the machine, or whose hand slips, does without single letters. */
    private letters = localStorage.getItem('relict.letters') !== 'off';

    constructor(private readonly t: (id: string) => string) {}

    /** `signal` ends it. */
    listen(signal: AbortSignal): void {
        window.addEventListener('keydown', (event) => this.pressed(event), { signal });
    }

    /** These keys work until `signal` is aborted; the latest come first. */
    add(title: string, bindings: Binding[], signal: AbortSignal): void {
        const group = { title, bindings };
        this.groups.unshift(group);
        signal.addEventListener('abort', () => this.groups.splice(this.groups.indexOf(group), 1));
    }

    private pressed(event: KeyboardEvent): void {
        const pressed = chord(event);
        const plain = !pressed.includes('mod+');
        if (event.defaultPrevented || (plain && busy(event))) return;
        if (plain && (pressed.length === 1 || pressed === 'space') && !this.letters && pressed !== '?') return;
        for (const { bindings } of this.groups) {
            const binding = bindings.find(({ key }) => key.split(' ').includes(pressed));
            if (!binding) continue;
            event.preventDefault();
            binding.run(event);
            return;
        }
    }

    /** The overlay with all keys that work now. */
    async help(): Promise<void> {
        const groups = this.heard()
            .reverse()
            .filter(({ bindings }) => bindings.length > 0);
        const list = el(
            'div',
            { class: 'keys' },
            groups.map((group) => this.chapter(group)),
        );
        const single = el('input', { type: 'checkbox', ...(this.letters ? { checked: true } : {}) });
        single.addEventListener('change', () => this.choose(single.checked));
        const choice = el('label', { class: 'choice' }, single, this.t('web-keys-letters'));
        await ask(this.t('web-keys-title'), [list, choice], [{ label: this.t('web-close'), value: 'close' }], {
            wide: true,
        });
    }

    /** Each group with the keys that come through to it: those that the ones in front of it leave. */
    private heard(): Group[] {
        const taken = new Set<string>();
        return this.groups.map(({ title, bindings }) => {
            const left = bindings.map((binding) => {
                const keys = binding.key.split(' ').filter((key) => !taken.has(key));
                return { ...binding, key: keys.join(' ') };
            });
            bindings.flatMap(({ key }) => key.split(' ')).forEach((key) => taken.add(key));
            return { title, bindings: left.filter(({ key }) => key !== '') };
        });
    }

    private chapter({ title, bindings }: Group): HTMLElement {
        const rows = bindings.map(({ key, label }) => [
            el(
                'dt',
                {},
                spelledAll(key).map((text) => el('kbd', { text })),
            ),
            el('dd', { text: this.t(label) }),
        ]);
        return el('section', {}, el('h3', { text: this.t(title) }), el('dl', {}, rows));
    }

    private choose(letters: boolean): void {
        this.letters = letters;
        localStorage.setItem('relict.letters', letters ? 'on' : 'off');
    }
}

const NAMES: Record<string, string> = {
    arrowleft: '←',
    arrowright: '→',
    arrowup: '↑',
    arrowdown: '↓',
    space: 'Space',
    escape: 'Esc',
    pageup: 'PgUp',
    pagedown: 'PgDn',
};

/** Four arrows are one thing to the reader. */
function spelledAll(keys: string): string[] {
    const names = keys.split(' ').map(spelled);
    const joint = names.length === 4 && names.every((name) => /[←→↑↓]$/.test(name));
    return joint ? [`${names[0]?.slice(0, -1) ?? ''}← → ↑ ↓`] : names;
}

function spelled(chord: string): string {
    return chord
        .split(/\+(?=.)/)
        .map((key) =>
            key === 'mod' ? (MAC ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.charAt(0).toUpperCase() + key.slice(1)),
        )
        .join(MAC ? '' : '+');
}
