import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, expectObject } from '../../base/json/read-json.js'
import type { Conversation, Finish, Message, ModelResponse, ToolDefinition } from '../../base/model/types.js'
import type { Report } from '../input/decode-entry.js'
import type { PrintedError } from '../input/printed-error.js'
import { counted, usageText } from '../input/shown-text.js'
import { html, type Markup } from './markup.js'
import { PlacedNotices } from './notices.js'
import { Pairs } from './pairs.js'
import {
  jsonMarkup,
  noticesMarkup,
  type PartSurroundings,
  partsMarkup,
  withJoinedTexts,
} from './part-markup.js'

/** Shows one record as a conversation. */
export function recordMarkup(report: Report, native: JsonValue): Markup {
  const { asked, answered } = sidesMarkup(report, [native])
  return html`<h2>${report.name}</h2><span class="badge" title="${report.reason}">${report.wire}</span>
<p class="dim">${report.place}</p>
${report.error && errorMarkup(report.error)}${asked}
${answered}
<details><summary>the record as it came</summary>${jsonMarkup(native)}</details>`
}

/**
 * Shows each side of a record with its notices.
 * @param records the values that the paths of notices refer to.
 */
export function sidesMarkup(
  report: Report,
  records: readonly JsonValue[],
  folding?: Folding,
): { readonly asked: Markup; readonly answered: Markup } {
  const { request, response, notices } = report
  const placed = new PlacedNotices(notices, records, callIds(report))
  const shown: PartSurroundings = { pairs: new Pairs(request, response), notices: placed }
  const asking = request && requestMarkup(request, shown, folding)
  const answering = response && responseMarkup(response, shown)
  return {
    asked: html`${asking}${noticesMarkup(placed.of('request'))}`,
    answered: html`${answering}${noticesMarkup(placed.of('response'))}`,
  }
}

/** Returns the number of leading messages that are shown collapsed. */
type Folding = (messages: readonly Message[]) => number

/** Shows a record that could not be decoded. */
export function failureMarkup(name: string, error: PrintedError): Markup {
  return html`<h2>${name}</h2>${errorMarkup(error)}`
}

function callIds({ request, response }: Report): ReadonlySet<string> {
  const messages = [...(request?.messages ?? []), ...(response ? [response.message] : [])]
  const ids = messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.type === 'tool-call') return [part.id]
      return part.type === 'tool-result' ? [part.callId] : []
    })
  return new Set(ids)
}

export function errorMarkup({ code, path, message }: PrintedError): Markup {
  return html`<div class="notice error"><span class="badge bad">${code}</span> ${message} <span class="dim">${path}</span></div>`
}

function requestMarkup(
  { messages, model, tools = [] }: Conversation,
  shown: PartSurroundings,
  folding: Folding = () => 0,
): Markup {
  const folded = folding(messages)
  const said = messages.map((message) => messageMarkup(message, shown))
  return html`<p class="dim">${[model ?? [], counted(messages.length, 'message')].flat().join(', ')}</p>
${tools.length === 0 ? undefined : toolsMarkup(tools)}
${folded === 0 ? undefined : html`<details><summary>${counted(folded, 'earlier message')}</summary>${said.slice(0, folded)}</details>`}${said.slice(folded)}`
}

function toolsMarkup(tools: readonly ToolDefinition[]): Markup {
  const names = tools.map(({ name }) => name).join(', ')
  return html`<details><summary>${counted(tools.length, 'tool')}: ${names}</summary>${jsonMarkup(tools.map(told))}</details>`
}

/** Returns a definition without its wire-specific metadata. */
function told(tool: ToolDefinition): JsonValue {
  const { providerMetadata: _own, ...members } = expectObject(asJson(tool), '')
  return members
}

/** Skips a message if all its parts are shown next to their calls. */
function messageMarkup({ role, parts }: Message, shown: PartSurroundings): Markup | undefined {
  const content = partsMarkup(role === 'assistant' ? withJoinedTexts(parts) : parts, shown)
  if (content.length === 0) return undefined
  return html`<section class="said ${role}"><span class="role">${role}</span>${content}</section>`
}

function responseMarkup(
  { message, finish, usage, error, model }: ModelResponse,
  shown: PartSurroundings,
): Markup {
  return html`<section class="said answer"><span class="role">answer</span> ${finishMarkup(finish)}
<span class="dim">${[model ?? [], usageText(usage)].flat().join(' ')}</span>${partsMarkup(withJoinedTexts(message.parts), shown)}
${error && errorMarkup({ code: error.code ?? 'error', path: '', message: error.message })}</section>`
}

function finishMarkup({ reason, raw }: Finish): Markup {
  const isUsual = reason === 'stop' || reason === 'tool-calls'
  const own = raw === undefined || raw === reason ? '' : ` (${raw})`
  return html`<span class="badge ${isUsual ? 'good' : 'warn'}">${reason}${own}</span>`
}
