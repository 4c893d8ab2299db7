import type { Part, TextPart } from '../model/types.js'

/** Whether a part is text. */
export function isText(part: Part): part is TextPart {
  return part.type === 'text'
}

/** Direct neighbors belong together (cited text comes in pieces); what something else stands between, does not. */
export function joinedText(parts: readonly Part[]): string {
  return parts.reduce((text, part, index) => {
    if (!isText(part)) return text
    const before = parts[index - 1]
    const isNext = before === undefined || isText(before) || text === '' || text.endsWith('\n')
    return isNext ? text + part.text : `${text}\n\n${part.text}`
  }, '')
}
