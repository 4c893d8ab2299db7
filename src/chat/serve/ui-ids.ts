/** Returns the id of a message that has no client id, derived from its position. */
export function madeId(index: number): string {
  return `toolwire-${index}`
}

/** Returns true for an id that `uiMessages` or `agUiSnapshot` created, so that the message is in the conversation. */
export function isMadeId(id: string): boolean {
  return /^toolwire-\d+$/.test(id)
}
