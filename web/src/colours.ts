// Colours as text: for styles, and for people.

import type { Rgba } from './api';

export function cssColour([r, g, b, a]: Rgba): string {
    return `rgb(${r} ${g} ${b} / ${(a / 255).toFixed(3)})`;
}

/** `#1e2326`, with the alpha behind it where it is not full. */
export function hexColour(colour: Rgba): string {
    const [r, g, b, a] = colour.map((part) => part.toString(16).padStart(2, '0'));
    return a === 'ff' ? `#${r}${g}${b}` : `#${r}${g}${b}${a}`;
}
