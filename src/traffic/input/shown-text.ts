import type { Usage } from '../../base/model/types.js'

/** Matches characters that would move the cursor or change colors if they were printed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Matches control characters that JSON does not escape in strings. */
const CONTROL_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escapes JSON for a terminal without changing its value. */
export function shownJson(json: string): string {
  return json.replace(CONTROL_IN_JSON, escaped)
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Converts text of a recording to one line that is safe for a terminal, truncated to a length. */
export function shown(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, Math.max(maxLength - 1, 1))}…` : text
  return cut.replace(CONTROL, escaped)
}

/** Escapes control characters in text of several lines. */
export function shownControls(text: string): string {
  return text.replace(CONTROL, (character) => (/[\n\t]/.test(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns the token counts of an answer in readable form. */
export function usageText({ inputTokens, outputTokens }: Usage = {}): string {
  const read = inputTokens === undefined ? [] : [`${inputTokens} tokens in`]
  const written = outputTokens === undefined ? [] : [`${outputTokens} out`]
  return [...read, ...written].join(', ')
}
