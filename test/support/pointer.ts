/** Returns the value at a JSON Pointer, or undefined if the path does not exist. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value
  let current = value
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return current
}
