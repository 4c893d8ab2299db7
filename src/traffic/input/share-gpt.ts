import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { asJson, isArray, isObject, objectOr, objectsIn, stringOr } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import type { Notice } from '../../base/model/context.js'
import { hermesJson } from '../../text-calls/dialects/hermes-json.js'
import { pythonicList } from '../../text-calls/dialects/pythonic-list.js'
import { readTextCalls } from '../../text-calls/read-text-calls.js'
import { callLeft, callsOfData, resultLeft, toolsOfData } from '../logs/data-sets.js'
import type { LogRecord } from '../logs/log-types.js'

/** Roles in the data sets, with their chat-completions roles. */
const ROLES: Readonly<Record<string, string>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  function_response: 'tool',
  function_call: 'assistant',
  observation: 'tool',
}
/** Roles of LLaMA-Factory, which only data sets have. */
const OWN_ROLES = /^(?:function_call|observation)$/

/**
 * Converts a conversation of a data set in the form of ShareGPT, with calls and results in the text, to chat
 * completions: Hermes function calling, ToolACE, and the roles of LLaMA-Factory. Returns undefined for any other
 * value.
 */
export function shareGptRecord(value: JsonObject): LogRecord | undefined {
  const { id, system, tools } = value
  const { turns, path } = turnsIn(value)
  const known = ({ from, value: text }: JsonObject) =>
    typeof text === 'string' && Object.hasOwn(ROLES, stringOr(from, ''))
  if (turns.length === 0 || !turns.every(known)) return undefined
  const declared = toolsOf(tools, typeof system === 'string' ? [{ value: system }, ...turns] : turns)
  const reading: Reading = { path, declared, open: [], notices: [] }
  const said = turns.flatMap((turn, index) => messagesOf(turn, index, reading))
  const messages = typeof system === 'string' ? [{ role: 'system', content: system }, ...said] : said
  const request = { messages, ...(declared.length > 0 && { tools: declared }) }
  return {
    ...(id !== undefined && { id }),
    wire: 'openai-chat',
    request: { path: '', value: asJson(request) },
    ...(reading.notices.length > 0 && { notices: reading.notices }),
  }
}

/** The state while the turns of a conversation are read. */
interface Reading {
  /** The path of the turns in the record. */
  readonly path: string
  readonly declared: readonly JsonObject[]
  /** The ids of the calls without a result. */
  readonly open: string[]
  readonly notices: Notice[]
}

/** Returns the turns. LLaMA-Factory also has its roles in messages. */
function turnsIn({ conversations, messages }: JsonObject): { turns: readonly JsonObject[]; path: string } {
  const named = objectsIn(messages)
  if (!named.some(({ role }) => OWN_ROLES.test(stringOr(role, ''))))
    return { turns: objectsIn(conversations), path: '/conversations' }
  const turns = named.map(({ role = null, content = null }) => ({ from: role, value: content }))
  return { turns, path: '/messages' }
}

function messagesOf({ from, value }: JsonObject, index: number, reading: Reading): object[] {
  const role = ROLES[stringOr(from, '')] ?? 'user'
  const text = stringOr(value, '')
  if (role === 'tool') return resultsIn(text, index, reading)
  if (role !== 'assistant') return [{ role, content: text }]
  return [from === 'function_call' ? calledIn(text, index, reading) : answerIn(text, index, reading)]
}

/** Returns the message of a turn that is only calls, as JSON. */
function calledIn(text: string, index: number, { path, open, notices }: Reading): object {
  const calls = callsOfData(text, `call_${index}`)
  open.splice(0, open.length, ...(calls ?? []).map(({ id }) => stringOr(id, '')))
  if (calls !== undefined) return { role: 'assistant', content: null, tool_calls: calls }
  notices.push(callLeft(`${path}/${index}`))
  return { role: 'assistant', content: text }
}

/** Returns the tools of the record, or of the text that describes them to the model. */
function toolsOf(tools: JsonValue | undefined, turns: readonly JsonObject[]): readonly JsonObject[] {
  const given = typeof tools === 'string' ? tryParseJson(tools) : tools
  const texts = turns.map(({ value }) => stringOr(value, ''))
  const told = texts.flatMap((text) => elementsIn(text, 'tools'))[0] ?? ''
  const lines = told.split('\n').map((line) => tryParseJson(line))
  const marked = tryParseJson(told) ?? lines.filter(isObject)
  const found = given ?? (isArray(marked) && marked.length === 0 ? listIn(texts[0] ?? '') : marked)
  return toolsOfData(found ?? null)
}

/** Returns the list of tools in a text without marks, as ToolACE has it. */
function listIn(text: string): JsonValue | undefined {
  const list = tryParseJson(text.slice(text.indexOf('[{"name"'), text.lastIndexOf('}]') + 2))
  return isArray(list) ? list : undefined
}

function answerIn(text: string, index: number, { path, declared, open, notices }: Reading): JsonObject {
  const tools = declared.map(({ function: about }) => ({
    type: 'function' as const,
    name: stringOr(objectOr(about, { name: '' }).name, ''),
  }))
  const place = `${path}/${index}`
  const onNotice = (notice: Notice) => notices.push({ ...notice, path: place })
  const parts = readTextCalls(text, { dialects: [hermesJson, pythonicList], tools, onNotice })
  const calls = parts.filter((part) => part.type === 'tool-call')
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  open.length = 0
  const tool_calls = calls.map((call, position) => {
    const id = `call_${index}_${position}`
    open.push(id)
    return { id, type: 'function', function: { name: call.name, arguments: encodeArgumentText(call) } }
  })
  return { role: 'assistant', content: said, ...(tool_calls.length > 0 && { tool_calls }) }
}

/** Returns the results in a text. They are matched to the preceding calls in order. */
function resultsIn(text: string, index: number, { path, open, notices }: Reading): object[] {
  const results = elementsIn(text, 'tool_response')
  return (results.length > 0 ? results : resultsOf(text, open.length)).map((content) => {
    const id = open.shift()
    if (id !== undefined) return { role: 'tool', tool_call_id: id, content }
    notices.push(resultLeft(`${path}/${index}`))
    return { role: 'user', content }
  })
}

/** Returns the results of several calls in one list, as ToolACE has it. */
function resultsOf(text: string, count: number): string[] {
  const list = count > 1 ? tryParseJson(text) : undefined
  return isArray(list) && list.length === count ? list.map((item) => stringifyJson(item)) : [text]
}

/**
 * Returns the trimmed texts of the closed elements with this name. A regular expression would take quadratic
 * time on many unclosed elements.
 */
function elementsIn(text: string, name: string): string[] {
  const [, ...begun] = text.split(`<${name}>`)
  return begun.flatMap((piece) => {
    const end = piece.indexOf(`</${name}>`)
    return end === -1 ? [] : [piece.slice(0, end).trim()]
  })
}
