import type { Notice } from '../adapter/context.js'
import { outputText } from '../adapter/results.js'
import type { JsonValue } from '../json/types.js'
import { stringifyJson } from '../json/write.js'
import type {
  Conversation,
  Finish,
  ModelResponse,
  Part,
  ToolCall,
  ToolCallStatus,
  ToolResult,
  Usage,
} from '../model/types.js'
import type { DecodedExchange } from './exchange.js'
import type { Failure } from './failure.js'
import type { Paint } from './paint.js'
import { table } from './table.js'
import { counted, shown } from './text.js'

/** What is said about one record. */
export interface Report extends DecodedExchange {
  /** Its id, or where it stood. */
  readonly name: string
  /** Where it stood, when the name does not say it. */
  readonly place?: string
  readonly wire: string
  /** Why the wire is what it is. */
  readonly reason: string
}

export interface ReportStyle {
  readonly paint: Paint
  /** Characters in a line. */
  readonly width: number
}

/** One record as a block of lines for a person to read. */
export function renderReport(report: Report, style: ReportStyle): string {
  const { request, response, notices, error } = report
  const lines = [
    heading(report, style),
    ...(request === undefined ? [] : [requestLine(request, style)]),
    ...(response === undefined ? [] : responseLines(response, style)),
    ...callTable(report, style),
    ...resultTable(report, style),
    ...noticeTable(notices, style),
    ...(error === undefined ? [] : [errorLine(error, style)]),
  ]
  return `${lines.join('\n')}\n\n`
}

function heading({ name, wire, reason }: Report, { paint }: ReportStyle): string {
  return `${paint.bold(shown(name, 80))}  ${paint.cyan(wire)}  ${paint.dim(shown(reason, 200))}`
}

function requestLine({ model, messages, tools = [] }: Conversation, { paint, width }: ReportStyle): string {
  const names = tools.length === 0 ? '' : `: ${tools.map((tool) => tool.name).join(', ')}`
  const facts = [
    model ?? [],
    counted(messages.length, 'message'),
    counted(tools.length, 'tool') + names,
  ].flat()
  return `  ${paint.dim('request ')}  ${shown(facts.join(', '), width - 12)}`
}

function responseLines({ message, finish, usage, error }: ModelResponse, style: ReportStyle): string[] {
  const { paint, width } = style
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return [
    `  ${paint.dim('response')}  ${finishText(finish, paint)}${usageText(usage)}`,
    ...(text === '' ? [] : [`  ${paint.dim('text    ')}  ${shown(text, width - 12)}`]),
    ...(error === undefined
      ? []
      : [`  ${paint.dim('error   ')}  ${paint.red(shown(error.message, width - 12))}`]),
  ]
}

function finishText({ reason, raw }: Finish, paint: Paint): string {
  const painted = reason === 'stop' || reason === 'tool-calls' ? paint.green(reason) : paint.yellow(reason)
  return raw === undefined || raw === reason ? painted : `${painted} (${shown(raw, 40)})`
}

function usageText({ inputTokens, outputTokens }: Usage = {}): string {
  const read = inputTokens === undefined ? [] : [`${inputTokens} tokens in`]
  const written = outputTokens === undefined ? [] : [`${outputTokens} out`]
  return [...read, ...written].map((fact) => `, ${fact}`).join('')
}

interface Placed<Value> {
  readonly side: 'request' | 'response'
  readonly value: Value
}

function placedParts({ request, response }: Report): Placed<Part>[] {
  const asked = request?.messages.flatMap(({ parts }) => parts) ?? []
  const answered = response?.message.parts ?? []
  return [
    ...asked.map((value) => ({ side: 'request' as const, value })),
    ...answered.map((value) => ({ side: 'response' as const, value })),
  ]
}

const ID_LENGTH = 32
const NAME_LENGTH = 32
const MESSAGE_LENGTH = 400
/** What the columns beside the last one take at most, spaces included. */
const OTHER_COLUMNS = 60

function callTable(report: Report, { paint, width }: ReportStyle): string[] {
  const rows = placedParts(report).flatMap(({ side, value }) =>
    value.type === 'tool-call' ? [callRow(side, value, paint, width)] : [],
  )
  return table(['calls in', 'id', 'name', 'kind', 'status', 'arguments'], rows, paint)
}

function callRow(side: string, call: ToolCall, paint: Paint, width: number): string[] {
  return [
    side,
    shown(call.id, ID_LENGTH) + (call.minted ? ' (minted)' : ''),
    paint.bold(shown(call.name, NAME_LENGTH)),
    call.kind + (call.providerExecuted ? ' (ran there)' : ''),
    statusText(call.status, paint),
    shown(argumentText(call), Math.max(width - OTHER_COLUMNS, 30)),
  ]
}

function statusText(status: ToolCallStatus, paint: Paint): string {
  return status === 'complete' ? paint.green(status) : paint.red(status)
}

function argumentText(call: ToolCall): string {
  return call.rawArguments ?? textOf(call.arguments ?? '')
}

function resultTable(report: Report, { paint, width }: ReportStyle): string[] {
  const rows = placedParts(report).flatMap(({ side, value }) =>
    value.type === 'tool-result' ? [resultRow(side, value, paint, width)] : [],
  )
  return table(['results in', 'call', 'name', 'outcome', 'output'], rows, paint)
}

function resultRow(side: string, result: ToolResult, paint: Paint, width: number): string[] {
  return [
    side,
    shown(result.callId, ID_LENGTH),
    paint.bold(shown(result.name, NAME_LENGTH)),
    result.isError ? paint.red(result.output.type === 'denied' ? 'denied' : 'error') : paint.green('ok'),
    shown(resultText(result), Math.max(width - OTHER_COLUMNS, 30)),
  ]
}

/** Media in a result have no text; they are counted. */
function resultText({ output }: ToolResult): string {
  const text = outputText(output)
  if (output.type !== 'content') return text
  const others = output.value.filter((part) => part.type !== 'text').map((part) => part.type)
  return [text === '' ? [] : text, others.length === 0 ? [] : `[${others.join(', ')}]`].flat().join(' ')
}

function noticeTable(notices: readonly Notice[], { paint }: ReportStyle): string[] {
  const rows = notices.map(({ severity, code, path, message }) => [
    severity === 'warning' ? paint.yellow(severity) : paint.blue(severity),
    code,
    shown(path, 48),
    shown(message, MESSAGE_LENGTH),
  ])
  return table(['notice', 'code', 'at', 'what'], rows, paint)
}

function errorLine({ code, path, message }: Failure, { paint }: ReportStyle): string {
  const place = path === '' ? '' : ` at ${shown(path, 80)}`
  return `  ${paint.red(`error ${code}`)}${place}: ${shown(message, MESSAGE_LENGTH)}`
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

/** A record of which nothing could be read. */
export function renderFailure(name: string, error: Failure, style: ReportStyle): string {
  return `${style.paint.bold(shown(name, 80))}\n${errorLine(error, style)}\n\n`
}
