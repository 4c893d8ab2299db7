import { skipString } from './numbers.js'

/** Whether one object of a JSON text gives a key twice. `value` is what the text was parsed into, which keeps the last of them. */
export function repeatsKeys(text: string, value: unknown): boolean {
  let keys = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    let end = skipString(text, start)
    while (text.charCodeAt(end) <= 0x20) end += 1
    if (text[end] === ':') keys += 1
    start = text.indexOf('"', end)
  }
  return keys > countMembers(value)
}

function countMembers(root: unknown): number {
  let count = 0
  const open = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const members = Object.values(value)
    if (!Array.isArray(value)) count += members.length
    for (const member of members) if (typeof member === 'object') open.push(member)
  }
  return count
}
