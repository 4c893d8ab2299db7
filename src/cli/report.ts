import stringWidth from 'string-width'
import type { JsonValue } from '../base/json/json-types.js'
import { stringifyJson } from '../base/json/write-json.js'
import type { Notice } from '../base/model/context.js'
import type {
  Conversation,
  Finish,
  ModelResponse,
  Part,
  ToolCall,
  ToolResult,
  Usage,
} from '../base/model/types.js'
import { outputText } from '../codec/shape/results.js'
import type { Report } from '../traffic/input/decode-entry.js'
import type { PrintedError } from '../traffic/input/printed-error.js'
import { counted, shown, usageText } from '../traffic/input/shown-text.js'
import { answerCost, dollars } from './answer-cost.js'
import type { Paint } from './paint.js'
import { type Cell, type Style, table } from './printed-table.js'
import { fitted, wrapped } from './printed-text.js'

/** Formats one record as a block of readable lines. */
export function renderReport(report: Report, style: Style): string {
  const { request, response, notices, error } = report
  const lines = [
    ...heading(report, style),
    ...(request === undefined ? [] : [requestLine(request, style)]),
    ...(response === undefined ? [] : responseLines(response, answerCost(report), style)),
    ...callTable(report, style),
    ...resultTable(report, style),
    ...noticeTable(notices, style),
    ...(error === undefined ? [] : errorLines(error, style)),
  ]
  return `${lines.join('\n')}\n\n`
}

/**
 * Returns the name, the wire and the reason for the wire. The position and the reason are printed on separate
 * lines if they do not fit.
 */
function heading({ name, place, wire, reason }: Report, style: Style): string[] {
  const { paint, width } = style
  const called = fitted(shown(name, LONGEST), Math.max(width - wire.length - 2, 20))
  const title = `${paint.bold(called)}  ${paint.cyan(wire)}`
  const rest = width - stringWidth(called) - wire.length - 4
  const why = shown(reason, LONGEST)
  const located =
    place === undefined ? [] : [detail('from', fitted(shown(place, LONGEST), room(style)), style)]
  if (stringWidth(why) <= rest) return [`${title}  ${paint.dim(why)}`, ...located]
  return [title, detail('because', fitted(why, room(style)), style), ...located]
}

/** Maximum length of a text. Longer texts are truncated before they are measured. */
const LONGEST = 1000
const LABEL = 8

function detail(label: string, text: string, { paint }: Style): string {
  return `  ${paint.dim(label.padEnd(LABEL))}  ${text}`
}

/** Returns the number of columns next to a label. */
function room({ width }: Style): number {
  return width - LABEL - 4
}

function requestLine({ model, messages, tools = [] }: Conversation, style: Style): string {
  const names = tools.length === 0 ? '' : `: ${tools.map((tool) => tool.name).join(', ')}`
  const facts = [
    model ?? [],
    counted(messages.length, 'message'),
    counted(tools.length, 'tool') + names,
  ].flat()
  return detail('request', fitted(shown(facts.join(', '), LONGEST), room(style)), style)
}

function responseLines(
  { message, finish, usage, error }: ModelResponse,
  cost: number | undefined,
  style: Style,
): string[] {
  const { paint } = style
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const cut = (told: string) => fitted(shown(told, LONGEST), room(style))
  return [
    ...finishLines(finish, spent(usage, cost), style),
    ...(text === '' ? [] : [detail('text', cut(text), style)]),
    ...(error === undefined ? [] : [detail('error', paint.red(cut(error.message)), style)]),
  ]
}

/** Returns the tokens of an answer and their cost, if they are known. */
function spent(usage: Usage | undefined, cost: number | undefined): string {
  return [usageText(usage), ...(cost === undefined ? [] : [dollars(cost)])].filter(Boolean).join(', ')
}

function finishLines({ reason, raw }: Finish, used: string, style: Style): string[] {
  const { paint } = style
  const painted = reason === 'stop' || reason === 'tool-calls' ? paint.green(reason) : paint.yellow(reason)
  const own = raw === undefined || raw === reason ? '' : ` (${fitted(shown(raw, LONGEST), RAW_LENGTH)})`
  if (used === '') return [detail('response', painted + own, style)]
  if (stringWidth(`${reason}${own}, ${used}`) <= room(style))
    return [detail('response', `${painted}${own}, ${used}`, style)]
  return [detail('response', painted + own, style), detail('usage', fitted(used, room(style)), style)]
}

/** Number of columns for the provider's finish reason. */
const RAW_LENGTH = 30

interface ValueOnSide<Value> {
  readonly side: 'request' | 'response'
  readonly value: Value
}

function placedParts({ request, response }: Report): ValueOnSide<Part>[] {
  const asked = request?.messages.flatMap(({ parts }) => parts) ?? []
  const answered = response?.message.parts ?? []
  return [
    ...asked.map((value) => ({ side: 'request' as const, value })),
    ...answered.map((value) => ({ side: 'response' as const, value })),
  ]
}

const NAME_LENGTH = 32
const MESSAGE_LENGTH = 400

function callTable(report: Report, style: Style): string[] {
  const rows = placedParts(report).flatMap(({ side, value }) =>
    value.type === 'tool-call' ? [callRow(side, value, style.paint)] : [],
  )
  return table(['calls in', 'id', 'name', 'kind', 'status', 'arguments'], rows, style)
}

function callRow(side: string, call: ToolCall, paint: Paint): Cell[] {
  return [
    { text: side },
    { text: shown(call.id, NAME_LENGTH) + (call.minted ? ' (minted)' : '') },
    { text: shown(call.name, NAME_LENGTH), paint: paint.bold },
    { text: (call.providerExecuted ? 'ran there: ' : '') + call.kind },
    { text: call.status, paint: call.status === 'complete' ? paint.green : paint.red },
    { text: shown(argumentText(call), LONGEST) },
  ]
}

function argumentText(call: ToolCall): string {
  return call.rawArguments ?? textOf(call.arguments ?? '')
}

function resultTable(report: Report, style: Style): string[] {
  const rows = placedParts(report).flatMap(({ side, value }) =>
    value.type === 'tool-result' ? [resultRow(side, value, style.paint)] : [],
  )
  return table(['results in', 'call', 'name', 'outcome', 'output'], rows, style)
}

function resultRow(side: string, result: ToolResult, paint: Paint): Cell[] {
  const failed = result.output.type === 'denied' ? 'denied' : 'error'
  return [
    { text: side },
    { text: shown(result.callId, NAME_LENGTH) },
    { text: shown(result.name, NAME_LENGTH), paint: paint.bold },
    result.isError ? { text: failed, paint: paint.red } : { text: 'ok', paint: paint.green },
    { text: shown(resultText(result), LONGEST) },
  ]
}

/** Returns the text of a result. Media have no text, so they are counted. */
function resultText({ output }: ToolResult): string {
  const text = outputText(output)
  if (output.type !== 'content') return text
  const others = output.value.filter((part) => part.type !== 'text').map((part) => part.type)
  return [text === '' ? [] : text, others.length === 0 ? [] : `[${others.join(', ')}]`].flat().join(' ')
}

function noticeTable(notices: readonly Notice[], style: Style): string[] {
  const { paint } = style
  const rows = notices.map(({ severity, code, path, message }): Cell[] => [
    { text: severity, paint: severity === 'warning' ? paint.yellow : paint.blue },
    { text: code },
    { text: shown(path, MESSAGE_LENGTH) },
    { text: shown(message, MESSAGE_LENGTH) },
  ])
  return table(['notice', 'code', 'at', 'what'], rows, style, 'wrap')
}

function errorLines({ code, path, message }: PrintedError, { paint, width }: Style): string[] {
  const place = path === '' ? '' : ` at ${shown(path, MESSAGE_LENGTH)}`
  const [first = '', ...others] = wrapped(
    `error ${code}${place}: ${shown(message, MESSAGE_LENGTH)}`,
    width - 4,
  )
  const start = `error ${code}`
  const painted = first.startsWith(start) ? paint.red(start) + first.slice(start.length) : paint.red(first)
  return [`  ${painted}`, ...others.map((line) => `    ${line}`)]
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

/** Formats a record that could not be decoded. */
export function renderFailure(name: string, error: PrintedError, style: Style): string {
  const title = style.paint.bold(fitted(shown(name, LONGEST), style.width))
  return `${[title, ...errorLines(error, style)].join('\n')}\n\n`
}
