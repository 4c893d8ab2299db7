/** `list.push(...items)` for any number of items: those of a call have to fit the stack. */
export function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}
