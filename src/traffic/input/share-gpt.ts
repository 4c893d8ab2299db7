import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { asJson, isArray, isObject, objectOr, objectsIn, stringOr } from '../../base/json/read-json.js'
import { hermesJson } from '../../text-calls/dialects/hermes-json.js'
import { readTextCalls } from '../../text-calls/read-text-calls.js'
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
}

/**
 * Converts a data-set conversation in the ShareGPT form of Hermes function calling, with calls and results in
 * the text, to chat completions. Returns undefined for any other value.
 */
export function shareGptRecord({ id, conversations, tools }: JsonObject): LogRecord | undefined {
  const turns = objectsIn(conversations)
  if (
    turns.length === 0 ||
    !turns.every(({ from, value }) => typeof value === 'string' && Object.hasOwn(ROLES, stringOr(from, '')))
  )
    return undefined
  const declared = toolsOf(tools, turns)
  const open: string[] = []
  const messages = turns.flatMap(({ from, value }, index) => {
    const role = ROLES[stringOr(from, '')] ?? 'user'
    const text = stringOr(value, '')
    if (role === 'tool') return resultsIn(text, open)
    return role === 'assistant' ? [answerIn(text, declared, { index, open })] : [{ role, content: text }]
  })
  const request = { messages, ...(declared.length > 0 && { tools: declared }) }
  return {
    ...(id !== undefined && { id }),
    wire: 'openai-chat',
    request: { path: '', value: asJson(request) },
  }
}

/** Returns the tools of the record, or of the text that describes them to the model. */
function toolsOf(tools: JsonValue | undefined, turns: readonly JsonObject[]): readonly JsonObject[] {
  const given = typeof tools === 'string' ? tryParseJson(tools) : tools
  const told = turns.flatMap(({ value }) => elementsIn(stringOr(value, ''), 'tools'))[0] ?? ''
  const lines = told.split('\n').map((line) => tryParseJson(line))
  const found = given ?? tryParseJson(told) ?? lines.filter(isObject)
  return objectsIn(isArray(found) ? found : [found ?? null]).map((tool) =>
    isObject(tool.function) ? tool : { type: 'function', function: tool },
  )
}

function answerIn(
  text: string,
  declared: readonly JsonObject[],
  { index, open }: { index: number; open: string[] },
): JsonObject {
  const tools = declared.map(({ function: about }) => ({
    type: 'function' as const,
    name: stringOr(objectOr(about, { name: '' }).name, ''),
  }))
  const parts = readTextCalls(text, { dialects: [hermesJson], tools })
  const calls = parts.filter((part) => part.type === 'tool-call')
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  open.length = 0
  const tool_calls = calls.map(({ name, rawArguments = '{}' }, position) => {
    const id = `call_${index}_${position}`
    open.push(id)
    return { id, type: 'function', function: { name, arguments: rawArguments } }
  })
  return { role: 'assistant', content: said, ...(tool_calls.length > 0 && { tool_calls }) }
}

/** Returns the results in a text. They are matched to the preceding calls in order. */
function resultsIn(text: string, open: string[]): object[] {
  const results = elementsIn(text, 'tool_response')
  return (results.length > 0 ? results : [text]).map((content) => {
    const id = open.shift()
    return id === undefined ? { role: 'user', content } : { role: 'tool', tool_call_id: id, content }
  })
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
