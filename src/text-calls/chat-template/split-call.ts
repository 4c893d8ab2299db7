import type { ProbeCall } from './call-texts.js'

/** The texts around one argument. */
export interface Pair {
  /** The text between the key and its value. */
  readonly key: string
  /** The text after the value, up to the next key. Empty for the last argument. */
  readonly gap: string
}

/** A call that is written as a name, keys and values. */
export interface SplitCall {
  /** The text before the name. */
  readonly before: string
  /** The text between the name and the first key. */
  readonly head: string
  readonly pairs: readonly [Pair, ...Pair[]]
  /** The text after the last value. */
  readonly after: string
}

/**
 * Splits the text of a call at its name, its keys and its values, in their order.
 * @returns undefined if one of them is missing.
 */
export function splitCall(text: string, call: ProbeCall): SplitCall | undefined {
  const at = text.indexOf(call.name)
  if (at === -1) return undefined
  const texts: string[] = []
  let from = at + call.name.length
  for (const token of Object.entries(call.arguments).flatMap(([key, value]) => [key, plain(value)])) {
    const found = text.indexOf(token, from)
    if (found === -1) return undefined
    texts.push(text.slice(from, found))
    from = found + token.length
  }
  const [head = '', firstKey = '', ...rest] = texts
  const pairs: [Pair, ...Pair[]] = [{ key: firstKey, gap: rest[0] ?? '' }]
  for (let index = 1; index < rest.length; index += 2)
    pairs.push({ key: rest[index] ?? '', gap: rest[index + 1] ?? '' })
  return { before: text.slice(0, at), head, pairs, after: text.slice(from) }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
