// Colours of a sample, as they are drawn and as they are written.

import type { Rgba } from '../../api';

interface Named {
    name: string;
    rgba: Rgba;
}

export function byte(part: number): number {
    return Math.round(Math.min(Math.max(0, part), 1) * 255);
}

export function css([red, green, blue, alpha]: Rgba): string {
    return `rgb(${byte(red)} ${byte(green)} ${byte(blue)} / ${Math.min(Math.max(0, alpha), 1)})`;
}

/** `#ff8000`, as every paint program takes it. */
export function hex([red, green, blue]: Rgba): string {
    return `#${[red, green, blue].map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`;
}

export function opaque([red, green, blue]: Rgba): Rgba {
    return [red, green, blue, 1];
}

function named(swatches: Named[], name: string): Rgba | undefined {
    return swatches.find((swatch) => swatch.name === name)?.rgba;
}

/** What a surface in full light shows: the light that it reflects and its own; the alpha is that of its own. */
export function surface({ swatches }: { swatches: Named[] }): Rgba {
    const reflected = named(swatches, 'diffuse') ?? swatches[0]?.rgba ?? [1, 1, 1, 1];
    const own = named(swatches, 'ambient') ?? [0, 0, 0, reflected[3]];
    return [reflected[0] + own[0], reflected[1] + own[1], reflected[2] + own[2], own[3]];
}
