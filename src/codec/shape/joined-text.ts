import { type Context, inform } from '../../base/model/context.js'
import type { Part, TextPart } from '../../base/model/types.js'

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

/**
 * The texts of several blocks as one. A line break is the border between two blocks, unless one of them has it already, so
 * that a reader can tell them apart.
 */
export function joinedBlocks(texts: readonly string[]): string {
  return texts.reduce((before, text) => {
    const hasBorder = before === '' || text === '' || before.endsWith('\n') || text.startsWith('\n')
    return hasBorder ? before + text : `${before}\n${text}`
  }, '')
}

/** Reports texts that became one. @param what which ones, as the beginning of a sentence. */
export function reportJoined(what: string, context: Context): void {
  inform('texts-joined', `${what}: this wire has a single text`, context)
}
