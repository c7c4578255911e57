// Sentences of the catalogue put names and commands between backticks.

import { type Child, el } from './dom';

/** The text with what stands between backticks as code. A backtick without its partner stays what it is. */
export function coded(text: string): Child[] {
    const parts = text.split(/`([^`]+)`/);
    return parts.map((part, index) => (index % 2 === 1 ? el('code', {}, part) : part));
}
