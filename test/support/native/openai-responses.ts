import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray } from '../../../src/base/json/read-json.js'
import {
  joinTurns,
  type NativeItem,
  type NativeReader,
  type NativeTurn,
  objectsOf,
  readJson,
  saysError,
  textOf,
} from './view.js'

export const read: NativeReader = (request) => {
  const items = itemsOf(request)
  const system: NativeTurn[] =
    typeof request.instructions === 'string'
      ? [{ side: 'system', items: [{ type: 'text', text: request.instructions }] }]
      : []
  return {
    turns: joinTurns([...system, ...items.map(turnOf)]),
    tools: objectsOf(request.tools).flatMap(({ name, type }) =>
      type === 'function' || type === 'custom' ? [textOf(name)] : [],
    ),
    limits: { id: /^[\s\S]{1,64}$/, name: /^[a-zA-Z0-9_-]{1,128}$/, resultsAtOnce: false },
    faults: [
      ...items.flatMap((item, index) => itemFaults(item).map((fault) => `item ${index}: ${fault}`)),
      ...requestFaults(request, items),
    ],
  }
}

function itemsOf({ input }: JsonObject): JsonObject[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)
}

function turnOf(item: JsonObject): NativeTurn {
  const type = textOf(item.type)
  if (type === '' || type === 'message') return messageTurn(item)
  if (type === 'function_call') return model({ ...callOf(item), input: readJson(textOf(item.arguments)) })
  if (type === 'custom_tool_call') return model({ ...callOf(item), input: textOf(item.input) })
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    const texts = contentTexts(item.output)
    const isError = saysError(texts.join('')) || texts.some(saysError)
    const result: NativeItem = { type: 'result', id: textOf(item.call_id), text: texts.join(''), isError }
    return { side: 'user', items: [result] }
  }
  return type.endsWith('_output') ? { side: 'user', items: [{ type: 'other' }] } : model({ type: 'other' })
}

function callOf(item: JsonObject) {
  return { type: 'call' as const, id: textOf(item.call_id), name: textOf(item.name) }
}

function model(item: NativeItem): NativeTurn {
  return { side: 'model', items: [item] }
}

function messageTurn({ role, content }: JsonObject): NativeTurn {
  const side = role === 'assistant' ? 'model' : role === 'user' ? 'user' : 'system'
  return { side, items: contentTexts(content).map((text) => ({ type: 'text', text })) }
}

function contentTexts(content: JsonValue | undefined): string[] {
  if (typeof content === 'string') return [content]
  return objectsOf(content).flatMap(({ text, refusal }) => textOf(text) || textOf(refusal) || [])
}

const ROLES = ['user', 'assistant', 'system', 'developer']
const ANSWER_PARTS = ['output_text', 'refusal']
const INPUT_PARTS = ['input_text', 'input_image', 'input_file', 'input_audio']

function itemFaults(item: JsonObject): string[] {
  const faults: string[] = []
  const { content, role, output } = item
  if (item.type === undefined || item.type === 'message') {
    const allowed = role === 'assistant' ? ANSWER_PARTS : INPUT_PARTS
    if (!ROLES.includes(textOf(role))) faults.push(`role ${String(role)}`)
    if (content === undefined || content === null) faults.push('no content')
    if (isArray(content) && content.length === 0) faults.push('an empty list of content')
    for (const { type } of objectsOf(content))
      if (!allowed.includes(textOf(type))) faults.push(`a ${String(type)} part of the ${String(role)}`)
  }
  if (item.type === 'function_call' && typeof item.arguments !== 'string')
    faults.push('arguments are not text')
  if (item.type === 'custom_tool_call' && typeof item.input !== 'string') faults.push('input is not text')
  if (item.type === 'function_call_output') {
    if (typeof output !== 'string' && !isArray(output)) faults.push('no output')
    if (isArray(output) && output.length === 0) faults.push('an empty list of output')
  }
  return faults
}

function requestFaults(request: JsonObject, items: readonly JsonObject[]): string[] {
  const faults: string[] = []
  const { tools, tool_choice: choice } = request
  const stored = request.previous_response_id !== undefined || request.conversation !== undefined
  if (items.length === 0 && !stored) faults.push('no input')
  const loads = items.some(({ type }) => type === 'additional_tools' || type === 'tool_search_output')
  if (objectsOf(tools).length === 0 && choice !== undefined && !loads)
    faults.push('tool_choice without tools')
  return faults
}
