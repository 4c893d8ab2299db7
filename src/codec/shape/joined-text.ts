import { type Context, inform } from '../../base/model/context.js'
import type { Part, TextPart } from '../../base/model/types.js'

/** Returns true for a text part. */
export function isText(part: Part): part is TextPart {
  return part.type === 'text'
}

/**
 * Joins the texts of the parts. Adjacent texts are joined directly, since cited text arrives in pieces; texts
 * with another part between them stay separate.
 */
export function joinedText(parts: readonly Part[]): string {
  return parts.reduce((text, part, index) => {
    if (!isText(part)) return text
    const before = parts[index - 1]
    const isNext = before === undefined || isText(before) || text === '' || text.endsWith('\n')
    return isNext ? text + part.text : `${text}\n\n${part.text}`
  }, '')
}

/**
 * Joins the texts of several blocks. A line break separates two blocks, unless one of them already has a line
 * break there.
 */
export function joinedBlocks(texts: readonly string[]): string {
  return texts.reduce((before, text) => {
    const hasBorder = before === '' || text === '' || before.endsWith('\n') || text.startsWith('\n')
    return hasBorder ? before + text : `${before}\n${text}`
  }, '')
}

/**
 * Reports that several texts were joined.
 * @param what the texts, as the beginning of a sentence.
 */
export function reportJoined(what: string, context: Context): void {
  inform('texts-joined', `${what}: this wire has a single text`, context)
}
