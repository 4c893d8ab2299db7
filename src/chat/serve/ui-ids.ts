/** Returns the id of a message without an id of a client, by its position. */
export function madeId(index: number): string {
  return `toolwire-${index}`
}

/** Returns true for an id of `uiMessages`: the conversation has the message. */
export function isMadeId(id: string): boolean {
  return /^toolwire-\d+$/.test(id)
}
