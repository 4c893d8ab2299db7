import { parseJson } from '../../base/json/parse.js'
import { asJson } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { ResultPart, ToolOutput, ToolResult } from '../../base/model/types.js'
import { truncateMiddle } from '../errors/truncate.js'

/**
 * Limits the text of a result for the model; the complete output is then in `raw`, unless the tool already
 * set it.
 */
export function limited(result: ToolResult, most: number): ToolResult {
  const { output } = result
  if (output.type === 'denied') return result
  if (output.type === 'content') return limitedContent(result, output.value, most)
  const text = typeof output.value === 'string' ? output.value : stringifyJson(output.value)
  if (text.length <= most) return result
  return { ...result, output: cut(output.type, text, most), raw: result.raw ?? output.value }
}

/** Shortens an output. JSON without its middle part becomes text. */
function cut(
  type: Exclude<ToolOutput['type'], 'denied' | 'content'>,
  text: string,
  most: number,
): ToolOutput {
  const value = truncateMiddle(text, most).text
  return { type: type === 'text' || type === 'json' ? 'text' : 'error-text', value }
}

/**
 * Limits the texts of a list. Texts share the limit in order, and the texts beyond the limit become one text.
 * Media are not counted.
 */
function limitedContent(result: ToolResult, parts: readonly ResultPart[], most: number): ToolResult {
  let room = most
  const shorter = parts.flatMap((part, at) => {
    if (part.type !== 'text') return part
    const before = room
    room -= part.text.length
    if (room >= 0) return part
    return before < 0 ? [] : { ...part, text: truncateMiddle(textsFrom(parts, at), before).text }
  })
  if (room >= 0) return result
  const whole = parseJson(stringifyJson(asJson(parts)))
  return { ...result, output: { type: 'content', value: shorter }, raw: result.raw ?? whole }
}

function textsFrom(parts: readonly ResultPart[], start: number): string {
  const texts = parts.slice(start).flatMap((part) => (part.type === 'text' ? part.text : []))
  return texts.join('\n')
}
