// Dark and light: as the system has it, until the reader chooses.

export type Theme = 'dark' | 'light';

const system = matchMedia('(prefers-color-scheme: dark)');

export function theme(): Theme {
    const chosen = localStorage.getItem('relict.theme');
    if (chosen === 'dark' || chosen === 'light') return chosen;
    return system.matches ? 'dark' : 'light';
}

function wear(): void {
    document.documentElement.dataset['theme'] = theme();
    window.dispatchEvent(new Event('relict-theme'));
}

export function startTheme(): void {
    wear();
    system.addEventListener('change', wear);
}

export function switchTheme(): void {
    const other = theme() === 'dark' ? 'light' : 'dark';
    // Who chooses what the system has follows the system again.
    if ((other === 'dark') === system.matches) localStorage.removeItem('relict.theme');
    else localStorage.setItem('relict.theme', other);
    wear();
}
