// A value out of a table, a panel or a comparison, as it is shown.

import type { Cell, Rgba } from './api';
import { cssColour, hexColour } from './colours';
import { type Child, el } from './dom';

/** A colour however it comes: `#rrggbb`, `#rrggbbaa`, or a list of three or four numbers. */
export function colourOf(value: unknown): Rgba | null {
    if (Array.isArray(value) && value.length >= 3 && value.every((part) => typeof part === 'number')) {
        const [r, g, b, a = 255] = value;
        return [r!, g!, b!, a];
    }
    const digits = typeof value === 'string' ? /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value) : null;
    if (!digits?.[1]) return null;
    const parts = [0, 2, 4].map((at) => Number.parseInt(digits[1]!.slice(at, at + 2), 16));
    return [parts[0]!, parts[1]!, parts[2]!, digits[2] ? Number.parseInt(digits[2], 16) : 255];
}

export function textOf(value: unknown): string {
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
}

export function cellText(cell: Cell | undefined): string {
    if (!cell || cell.kind === 'nothing') return '';
    return cell.text ?? textOf(cell.value);
}

export function shownCell(cell: Cell | undefined): Child {
    const text = cellText(cell);
    const colour = cell?.kind === 'colour' ? (colourOf(cell.value) ?? colourOf(text)) : null;
    if (!colour) return text;
    return el(
        'span',
        { class: 'cell-colour' },
        el('span', { class: 'swatch', style: { '--colour': cssColour(colour) } }),
        text || hexColour(colour),
    );
}
