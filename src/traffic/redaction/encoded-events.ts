import { bytesAsText } from '../../base/http/recorded-body.js'
import { type Replacement, replaceInPieces } from './replacements.js'

/** A string of an event. */
interface Literal {
  readonly start: number
  readonly length: number
  readonly text: string
  /** True for a string without a closing quote, in a truncated stream. */
  readonly isCut: boolean
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Finds secrets in events that a stream emits as base64, such as
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ResponseStream.html. The events are searched
 * as one stream, since a secret may span several of them, and encoded again.
 * @returns false if the strings are not base64 of JSON objects.
 */
export function encodedEvents(
  literals: readonly Literal[],
  find: (events: string) => readonly Replacement[],
  found: Replacement[],
): boolean {
  const events: string[] = []
  for (const { text, isCut } of literals) {
    const event = decodedObject(isCut ? text.slice(0, text.length - (text.length % 4)) : text)
    if (event === undefined) return false
    events.push(`${event}\n`)
  }
  const secrets = find(events.join(''))
  replaceInPieces(events, secrets).forEach((event, index) => {
    const literal = literals[index]
    if (literal === undefined || event === events[index]) return
    const text = Buffer.from(event.replace(/\n$/, '')).toString('base64')
    found.push({ start: literal.start, end: literal.start + literal.length, text })
  })
  return true
}

/** Returns the decoded text if it begins like a JSON object. */
function decodedObject(text: string): string | undefined {
  // The first character of base64 that begins with a brace.
  if (!text.startsWith('e') || text.length % 4 !== 0 || !BASE64.test(text)) return undefined
  const object = bytesAsText(Buffer.from(text, 'base64'))
  return object?.startsWith('{') ? object : undefined
}
