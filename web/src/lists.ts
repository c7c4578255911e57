/** Items that have the same key, in the order in which the keys first appear. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
    const groups = new Map<string, T[]>();
    for (const item of items) {
        const group = groups.get(key(item));
        if (group) group.push(item);
        else groups.set(key(item), [item]);
    }
    return groups;
}
