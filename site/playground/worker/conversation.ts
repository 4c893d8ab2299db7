import type { JsonValue } from '../../../src/base/json/json-types.js'
import type { Message, ModelResponse, Part, ToolCall } from '../../../src/base/model/types.js'
import { html, type Markup } from '../../../src/traffic/html/markup.js'
import { PlacedNotices } from '../../../src/traffic/html/notices.js'
import { Pairs } from '../../../src/traffic/html/pairs.js'
import { partsMarkup, withJoinedTexts } from '../../../src/traffic/html/part-markup.js'
import { errorMarkup, sidesMarkup } from '../../../src/traffic/html/record-markup.js'
import type { Report } from '../../../src/traffic/input/decode-entry.js'
import { counted } from '../../../src/traffic/input/shown-text.js'

/** Maximum number of shown characters of a conversation, because a larger page is slow. */
const MOST_SHOWN = 120_000
/** Maximum number of characters of one part. */
const LONGEST_PART = 40_000

/** Shows one record as a conversation. Of a long conversation, only the end is shown. */
export function conversationMarkup(report: Report, native: JsonValue): Markup {
  const { request } = report
  const messages = lastMessages(request?.messages ?? [])
  const left = (request?.messages.length ?? 0) - messages.length
  const shortened = {
    ...report,
    ...(request && { request: { ...request, messages } }),
    ...(report.response && { response: withShortParts(report.response) }),
  }
  const { asked, answered } = sidesMarkup(shortened, [native])
  const note =
    left > 0 &&
    html`<p class="dim">${counted(left, 'earlier message')} not shown here; the canonical form has all.</p>`
  return html`${report.error && errorMarkup(report.error)}${note || undefined}${asked}${answered}`
}

/** Shows the answer of a stream up to a piece. */
export function answerMarkup(answer: ModelResponse, isOver: boolean): Markup {
  const { message, error, finish } = withShortParts(answer)
  const shown = {
    pairs: new Pairs(undefined, undefined),
    notices: new PlacedNotices([], [], new Set()),
    isLive: !isOver,
  }
  const state = isOver
    ? html`<span class="badge">${finish.reason}</span>`
    : html`<span class="badge mark">so far</span>`
  const failure =
    isOver && error
      ? errorMarkup({ code: error.code ?? 'error', path: '', message: error.message })
      : undefined
  return html`<section class="said answer"><span class="role">answer</span> ${state}${partsMarkup(withJoinedTexts(message.parts), shown)}${failure}</section>`
}

function lastMessages(messages: readonly Message[]): readonly Message[] {
  const shown: Message[] = []
  let length = 0
  for (const message of messages.toReversed()) {
    const parts = message.parts.map(shortPart)
    length += parts.reduce((sum, part) => sum + lengthOf(part), 0)
    if (length > MOST_SHOWN && shown.length > 0) break
    shown.unshift({ ...message, parts })
  }
  return shown
}

function withShortParts(response: ModelResponse): ModelResponse {
  const { message } = response
  return { ...response, message: { ...message, parts: message.parts.map(shortPart) } }
}

function shortPart(part: Part): Part {
  const length = lengthOf(part)
  if (length <= LONGEST_PART || part.type === 'media') return part
  if (part.type === 'text' || part.type === 'reasoning')
    return { ...part, text: `${part.text.slice(0, LONGEST_PART)}… (${part.text.length} characters)` }
  if (part.type === 'tool-result')
    return { ...part, output: { type: part.isError ? 'error-text' : 'text', value: longNote(length) } }
  if (part.type === 'tool-call' && part.status === 'complete') return shortCall(part, longNote(length))
  if (part.type === 'tool-call') return { ...part, rawArguments: longNote(length) }
  return { type: 'text', text: longNote(length) }
}

function shortCall({ rawArguments: _text, ...call }: ToolCall, note: string): ToolCall {
  return { ...call, kind: 'function', status: 'complete', arguments: { '…': note } }
}

function longNote(length: number): string {
  return `(${length} characters, which stand in the canonical form)`
}

function lengthOf(part: Part): number {
  return part.type === 'text' || part.type === 'reasoning' ? part.text.length : JSON.stringify(part).length
}
