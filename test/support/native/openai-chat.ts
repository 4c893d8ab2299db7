import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import {
  joinTurns,
  type NativeItem,
  type NativeReader,
  type NativeTurn,
  objectsOf,
  readJson,
  type Side,
  saysError,
  textOf,
} from './view.js'

const SIDES: ReadonlyMap<string, Side> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['tool', 'user'],
  ['function', 'user'],
  ['assistant', 'model'],
])

export const read: NativeReader = (request) => {
  const messages = objectsOf(request.messages)
  return {
    turns: joinTurns(messages.map(turnOf)),
    tools: objectsOf(request.tools).map(({ type, ...tool }) => textOf(member(tool, textOf(type))?.name)),
    limits: { id: /^[\s\S]{1,64}$/, name: /^[a-zA-Z0-9_-]{1,64}$/, resultsAtOnce: true },
    faults: [
      ...messages.flatMap((message, index) =>
        messageFaults(message).map((fault) => `message ${index}: ${fault}`),
      ),
      ...requestFaults(request),
    ],
  }
}

function member(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key]
  return isObject(value) ? value : undefined
}

function turnOf(message: JsonObject): NativeTurn {
  const { role } = message
  const side = SIDES.get(textOf(role)) ?? 'user'
  if (role === 'tool' || role === 'function') {
    const text = contentTexts(message.content).join('')
    const id = role === 'tool' ? { id: textOf(message.tool_call_id) } : {}
    return { side, items: [{ type: 'result', ...id, text, isError: saysError(text) }] }
  }
  const texts = contentTexts(message.content).map((text): NativeItem => ({ type: 'text', text }))
  const calls = objectsOf(message.tool_calls).map((call): NativeItem => {
    const body = member(call, textOf(call.type)) ?? {}
    const input = call.type === 'custom' ? textOf(body.input) : readJson(textOf(body.arguments))
    return { type: 'call', id: textOf(call.id), name: textOf(body.name), input }
  })
  const legacy = member(message, 'function_call')
  const old: NativeItem[] =
    legacy === undefined
      ? []
      : [{ type: 'call', name: textOf(legacy.name), input: readJson(textOf(legacy.arguments)) }]
  return { side, items: [...texts, ...calls, ...old] }
}

function contentTexts(content: JsonValue | undefined): string[] {
  if (typeof content === 'string') return [content]
  return objectsOf(content).flatMap(({ text, refusal }) => textOf(text) || textOf(refusal) || [])
}

function messageFaults(message: JsonObject): string[] {
  const { role, content, tool_calls: calls } = message
  const faults: string[] = []
  if (!SIDES.has(textOf(role))) faults.push(`role ${String(role)}`)
  if (isArray(calls) && calls.length === 0) faults.push('an empty list of calls')
  if (isArray(content) && content.length === 0) faults.push('an empty list of content')
  const isSilent = content === undefined || content === null
  if (role === 'assistant' && isSilent && calls === undefined && message.function_call === undefined)
    faults.push('neither content nor calls')
  if (role !== 'assistant' && isSilent) faults.push('no content')
  if (role !== 'user' && objectsOf(content).some(({ type }) => type !== 'text' && type !== 'refusal'))
    faults.push(`a ${String(role)} message holds media`)
  return faults
}

function requestFaults({ messages, tools, tool_choice: choice, parallel_tool_calls: parallel }: JsonObject) {
  const faults: string[] = []
  if (!isArray(messages) || messages.length === 0) faults.push('no messages')
  if (isArray(tools) && tools.length === 0) faults.push('tools is empty')
  if (tools === undefined && choice !== undefined) faults.push('tool_choice without tools')
  if (tools === undefined && parallel !== undefined) faults.push('parallel_tool_calls without tools')
  return faults
}
