// Tabs: one is chosen, arrows go to the next.

import { el, fill } from './dom';
import { icon, type IconName } from './icons';

export interface Tab {
    id: string;
    label: string;
    icon?: IconName;
}

export class Tabs {
    readonly element: HTMLElement;
    private tabs: Tab[] = [];
    private chosen = '';

    /** `panel` is the id of the element that the tabs control. */
    constructor(
        label: string,
        private readonly panel: string,
        private readonly choose: (id: string) => void,
    ) {
        this.element = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
        this.element.addEventListener('keydown', (event) => this.pressed(event));
    }

    set(tabs: Tab[], chosen: string): void {
        const focused = this.element.contains(document.activeElement);
        this.tabs = tabs;
        this.chosen = chosen;
        fill(
            this.element,
            tabs.map((tab) => this.button(tab)),
        );
        if (focused) this.current?.focus();
        this.reveal();
    }

    /** Scrolls the strip to the chosen tab. `scrollIntoView` would also make the Tab key start from there. */
    private reveal(): void {
        const strip = this.element.getBoundingClientRect();
        const tab = this.current?.getBoundingClientRect();
        if (!tab) return;
        if (tab.left < strip.left) this.element.scrollLeft -= strip.left - tab.left;
        else if (tab.right > strip.right) this.element.scrollLeft += tab.right - strip.right;
    }

    /** The one `step` places on, around the end. */
    step(step: 1 | -1): void {
        const at = this.tabs.findIndex(({ id }) => id === this.chosen);
        const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
        if (next) this.choose(next.id);
    }

    private get current(): HTMLElement | null {
        return this.element.querySelector<HTMLElement>('[aria-selected=true]');
    }

    private button({ id, label, icon: drawn }: Tab): HTMLElement {
        const chosen = id === this.chosen;
        return el(
            'button',
            {
                class: 'tab',
                type: 'button',
                role: 'tab',
                id: `${this.panel}-tab-${id}`,
                'aria-selected': String(chosen),
                'aria-controls': this.panel,
                tabindex: chosen ? '0' : '-1',
                on: { click: () => this.choose(id) },
            },
            drawn && icon(drawn),
            label,
        );
    }

    private pressed(event: KeyboardEvent): void {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0 || event.altKey) return;
        event.preventDefault();
        this.element.focus();
        this.step(step);
        this.current?.focus();
    }
}
