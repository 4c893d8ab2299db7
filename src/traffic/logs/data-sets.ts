import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { LogFormat } from './log-types.js'

// Data sets for function calling in their own formats, converted to chat completions.

const WIRE = 'openai-chat'

/** Creates the notice for the text of a call that cannot be parsed. */
export function callLeft(path: string): Notice {
  const message = 'this text begins a call, but no call in a known form follows: it stays text'
  return { code: 'data-set-call-left', severity: 'warning', path, message, detail: { reason: 'unreadable' } }
}

/** Creates the notice for a result without a call before it. */
export function resultLeft(path: string): Notice {
  const message = 'this result has no call before it: it becomes text of the user'
  return { code: 'data-set-result-orphaned', severity: 'warning', path, message }
}

/** Returns calls in the form of chat completions, or undefined if a value has another form. */
export function callsOfData(given: JsonValue | undefined, prefix: string): JsonObject[] | undefined {
  const value = typeof given === 'string' ? tryParseJson(given) : given
  const calls = isArray(value) ? value : [value ?? null]
  if (!calls.every((call) => isObject(call) && typeof call.name === 'string')) return undefined
  return objectsIn(calls).map(({ name = '', arguments: input = {} }, index) => {
    const text = typeof input === 'string' ? input : stringifyJson(input)
    return { id: `${prefix}_${index}`, type: 'function', function: { name, arguments: text } }
  })
}

/** Returns tools in the form of chat completions. The list may be text. */
export function toolsOfData(given: JsonValue | undefined): JsonObject[] {
  const value = typeof given === 'string' ? tryParseJson(given) : given
  return objectsIn(isArray(value) ? value : [value ?? null]).map((tool) => {
    const own = objectIn(tool.function ?? tool)
    const parameters = isObject(own.parameters) ? schemaOf(own.parameters) : undefined
    return { type: 'function', function: compact({ ...own, parameters }) }
  })
}

/** The types of Python that the descriptions of parameters have. */
const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
}

/** Returns the schema of parameters. xLAM has only the parameters, and the types of Python. */
function schemaOf(parameters: JsonObject): JsonObject {
  const { type, properties } = parameters
  if (typeof type === 'string') return { ...parameters, type: TYPES[type] ?? type }
  if (isObject(properties)) return parameters
  const described = Object.entries(parameters).map(([name, about]) => [name, parameterOf(objectIn(about))])
  return { type: 'object', properties: Object.fromEntries(described) }
}

function parameterOf({ type, ...about }: JsonObject): JsonObject {
  const [word = ''] = stringOr(type, '').split(/[^a-z]/)
  return compact({ type: TYPES[word], ...about })
}

/**
 * Rows of xLAM's data set: a query, the tools and the calls as text.
 * https://huggingface.co/datasets/Salesforce/xlam-function-calling-60k
 */
const xlam: LogFormat = {
  title: 'a row of xLAM',
  read({ id, query, answers, tools }) {
    if (typeof query !== 'string' || answers === undefined || tools === undefined) return undefined
    const calls = callsOfData(answers, 'call')
    if (calls === undefined) return undefined
    const messages = [
      { role: 'user', content: query },
      { role: 'assistant', content: null, tool_calls: calls },
    ]
    const value = { messages, tools: toolsOfData(tools) }
    const name = typeof id === 'number' ? String(id) : id
    return compact({ id: name, wire: WIRE, request: { path: '', value } })
  },
}

const SPEAKERS: Readonly<Record<string, string>> = {
  USER: 'user',
  ASSISTANT: 'assistant',
  'FUNCTION RESPONSE': 'tool',
}

/**
 * Rows of Glaive's data set: the conversation is one text.
 * https://huggingface.co/datasets/glaiveai/glaive-function-calling-v2
 */
const glaive: LogFormat = {
  title: 'a row of Glaive',
  read({ system, chat }) {
    if (typeof system !== 'string' || typeof chat !== 'string' || !/^\s*USER: /.test(chat)) return undefined
    const notices: Notice[] = []
    const tools = toolsOfData(objectsIn(blocksIn(system)))
    const said = { role: 'system', content: system.replace(/^\s*SYSTEM:\s*/, '').trim() }
    const value = compact({
      messages: [said, ...glaiveMessages(chat, notices)],
      tools: tools.length > 0 ? tools : undefined,
    })
    return { wire: WIRE, request: { path: '', value }, notices }
  },
}

function glaiveMessages(chat: string, notices: Notice[]): JsonObject[] {
  const [, ...pieces] = chat.split(/^(USER|ASSISTANT|FUNCTION RESPONSE): ?/m)
  const messages: JsonObject[] = []
  let open: string | undefined
  for (let index = 0; index < pieces.length; index += 2) {
    const role = SPEAKERS[pieces[index] ?? ''] ?? 'user'
    const text = (pieces[index + 1] ?? '').replaceAll('<|endoftext|>', '').trim()
    const answer = role === 'assistant' ? glaiveAnswer(text, messages.length, notices) : undefined
    if (role === 'tool' && open === undefined) notices.push(resultLeft('/chat'))
    if (role !== 'tool') messages.push(answer ?? { role, content: text })
    else
      messages.push(
        open === undefined ? { role: 'user', content: text } : { role, tool_call_id: open, content: text },
      )
    const [call] = objectsIn(answer?.tool_calls)
    open = stringOr(call?.id, undefined)
  }
  return messages
}

const MARK = '<functioncall>'

function glaiveAnswer(text: string, index: number, notices: Notice[]): JsonObject {
  const start = text.indexOf(MARK)
  if (start === -1) return { role: 'assistant', content: text }
  const given = text.slice(start + MARK.length).trim()
  const calls = callsOfData(tryParseJson(given) ?? quotedCall(given), `call_${index}`)
  if (calls !== undefined)
    return { role: 'assistant', content: text.slice(0, start).trim(), tool_calls: calls }
  notices.push(callLeft('/chat'))
  return { role: 'assistant', content: text }
}

/** Returns a call whose arguments are JSON in single quotes: `{"name": "x", "arguments": '{"a": 1}'}`. */
function quotedCall(text: string): JsonObject | undefined {
  const name = /^\{"name": ?"([^"]+)"/.exec(text)?.[1]
  const start = text.indexOf("'")
  const end = text.lastIndexOf("'")
  if (name === undefined || end <= start) return undefined
  return { name, arguments: text.slice(start + 1, end) }
}

/** Returns the JSON objects in a text that begin and end on separate lines. */
function blocksIn(text: string): JsonValue[] {
  const blocks: JsonValue[] = []
  let lines: string[] = []
  for (const line of text.split('\n')) {
    if (line === '{') lines = []
    lines.push(line)
    const block = line === '}' ? tryParseJson(lines.join('\n')) : undefined
    if (block !== undefined) blocks.push(block)
  }
  return blocks
}

/** Data sets with one row for each conversation. */
export const dataSets: readonly LogFormat[] = [xlam, glaive]
