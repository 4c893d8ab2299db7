/** `list.push(...items)` for any number of items: those of a call have to fit the stack. */
export function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}

/** Both lists as one; where one of them is empty, the other itself: nearly always so in streams. */
export function joined<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  if (first.length === 0) return second
  return second.length === 0 ? first : [...first, ...second]
}

/** What each item gives, as one list. Of a single item (nearly always so in streams) nothing is copied. */
export function gathered<Item, Given>(
  items: readonly Item[],
  give: (item: Item, index: number) => readonly Given[],
): readonly Given[] {
  const [only] = items
  if (items.length === 1 && only !== undefined) return give(only, 0)
  const all: Given[] = []
  for (const [index, item] of items.entries()) append(all, give(item, index))
  return all
}
