import type { JsonValue } from '../../base/json/json-types.js'
import { lossyNumbers } from '../../base/json/lossy-text.js'
import { isArray } from '../../base/json/read-json.js'
import { define } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { MediaPart, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import { outputText } from '../../codec/shape/results.js'
import { html, type Markup } from './markup.js'
import type { PlacedNotices } from './notices.js'
import type { Pairs } from './pairs.js'

/** The data needed to show the parts of one record. */
export interface PartSurroundings {
  readonly pairs: Pairs
  readonly notices: PlacedNotices
  /**
   * True if more events will follow; an incomplete call is then shown as still being written. Default: false.
   */
  readonly isLive?: boolean
}

export function partsMarkup(parts: readonly Part[], shown: PartSurroundings): readonly Markup[] {
  return parts.filter((part) => !shown.pairs.isBesideCall(part)).map((part) => partMarkup(part, shown))
}

/** Joins adjacent texts of an answer for display. Providers split a text where its citations change. */
export function withJoinedTexts(parts: readonly Part[]): readonly Part[] {
  const texts: Part[] = []
  for (const part of parts) {
    const before = texts.at(-1)
    if (part.type === 'text' && before?.type === 'text')
      texts[texts.length - 1] = { type: 'text', text: before.text + part.text }
    else texts.push(part)
  }
  return texts
}

function partMarkup(part: Part, shown: PartSurroundings): Markup {
  switch (part.type) {
    case 'text':
      return html`<p class="text">${part.text}</p>`
    case 'reasoning':
      return html`<p class="text thought">${part.text === '' ? '(hidden reasoning)' : part.text}</p>`
    case 'tool-call':
      return callMarkup(part, shown)
    case 'tool-result':
      return html`<div class="pair"><div class="dim">a result without its call</div><div>${resultMarkup(part)}</div>${noticesMarkup(shown.notices.takeOf(part.callId))}</div>`
    case 'media':
      return mediaMarkup(part)
    case 'source':
      return html`<p class="text dim">source: ${part.title} ${part.url}</p>`
    case 'opaque':
      return html`<details><summary>a native part of ${part.wire}</summary>${jsonMarkup(part.value)}</details>`
  }
}

/** Shows a call and its result next to each other. */
function callMarkup(call: ToolCall, { pairs, notices, isLive = false }: PartSurroundings): Markup {
  const isBroken = call.status !== 'complete' && !isLive
  const state = `pair${call.providerExecuted ? ' there' : ''}${isBroken ? ' broken' : ''}`
  const results = pairs.take(call)
  return html`<div class="${state}"><div><span class="name">${call.name}</span> ${callBadges(call, isLive)}
<div class="dim">${call.id}${call.minted && ' (minted)'}</div>${argumentMarkup(call)}</div>
<div>${results.length === 0 ? html`<span class="dim">${absence(call)}</span>` : results.map(resultMarkup)}</div>${noticesMarkup(notices.takeOf(call.id))}</div>`
}

/** Returns the text shown in the position of a missing result. */
function absence({ providerExecuted, status }: ToolCall): string {
  if (providerExecuted) return 'no result'
  return status === 'complete' ? 'no result yet' : 'no result'
}

function callBadges({ kind, status, providerExecuted }: ToolCall, isLive: boolean): readonly Markup[] {
  const broken = isLive
    ? html`<span class="badge mark">being written</span>`
    : html`<span class="badge bad">${status}: do not run</span>`
  return [
    ...(kind === 'function' ? [] : [html`<span class="badge">${kind}</span> `]),
    ...(providerExecuted ? [html`<span class="badge mark">provider-executed</span> `] : []),
    ...(status === 'complete' ? [] : [broken]),
  ]
}

/**
 * Shows arguments. They are indented, unless parsing would change the model's text, for example a number that
 * a double rounds.
 */
function argumentMarkup({ status, kind, arguments: value, rawArguments: raw }: ToolCall): Markup {
  if (raw === undefined) return jsonMarkup(value ?? '')
  const isObject = status === 'complete' && kind !== 'custom' && lossyNumbers(raw).length === 0
  return isObject ? jsonMarkup(value ?? '') : html`<pre>${raw}</pre>`
}

function resultMarkup(result: ToolResult): Markup {
  const { output, isError } = result
  const outcome = output.type === 'denied' ? 'denied' : isError ? 'error' : 'ok'
  const media = output.type === 'content' ? output.value.filter((part) => part.type === 'media') : []
  const text = outputText(output)
  const content =
    output.type === 'json' || output.type === 'error-json'
      ? jsonMarkup(output.value)
      : html`<pre>${text}</pre>`
  return html`<span class="badge ${isError ? 'bad' : 'good'}">${outcome}</span>${text === '' ? undefined : content}${media.map(mediaMarkup)}`
}

/** Matches media types that contain only an image. */
const PICTURE = /^image\/(png|jpeg|gif|webp)$/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function mediaMarkup({ kind, mediaType = '', source, filename }: MediaPart): Markup {
  if (source.type === 'data' && PICTURE.test(mediaType) && BASE64.test(source.data))
    return html`<img alt="${filename ?? kind}" src="data:${mediaType};base64,${source.data}">`
  const where = source.type === 'url' ? source.url : source.type === 'file-id' ? source.id : ''
  return html`<p class="text dim">[${kind} ${mediaType} ${filename} ${where}]</p>`
}

export function noticesMarkup(notices: readonly Notice[]): readonly Markup[] {
  return notices.map(
    ({ severity, code, path, message }) =>
      html`<div class="notice"><span class="badge ${severity === 'warning' ? 'warn' : ''}">${severity}</span> ${message} <span class="dim">${code} at ${path}</span></div>`,
  )
}

/** Maximum length of a text in JSON. Longer texts are media or signatures and are truncated. */
const LONGEST_TEXT = 4000
/** Maximum depth of shown JSON. Each level is indented further. */
const DEEPEST_LEVEL = 50

export function jsonMarkup(value: JsonValue): Markup {
  if (typeof value === 'string') return html`<pre>${value}</pre>`
  return html`<pre>${JSON.stringify(shortened(value), undefined, 2)}</pre>`
}

function shortened(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT
      ? value
      : `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST_LEVEL) return '… (deeper levels are not shown)'
  if (isArray(value)) return value.map((item) => shortened(item, depth + 1))
  const copy: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) define(copy, name, shortened(member, depth + 1))
  return copy
}
