/** Whether the reader asked the system for less motion. */
export function calm(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
