import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import {
  isBlank,
  joinTurns,
  type NativeItem,
  type NativeReader,
  type NativeTurn,
  objectsOf,
  type Side,
  textOf,
} from './view.js'

const SIDES: ReadonlyMap<string, Side> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'model'],
])

export const read: NativeReader = (request) => {
  const messages = objectsOf(request.messages)
  const system: NativeTurn[] =
    request.system === undefined ? [] : [{ side: 'system', items: blocksOf(request.system).map(itemOf) }]
  const turns = messages.map(
    ({ role, content }): NativeTurn => ({
      side: SIDES.get(textOf(role)) ?? 'user',
      items: blocksOf(content).map(itemOf),
    }),
  )
  return {
    turns: joinTurns([...system, ...turns]),
    tools: objectsOf(request.tools).map(({ name }) => textOf(name)),
    limits: { id: /^[a-zA-Z0-9_-]+$/, name: /^[a-zA-Z0-9_-]{1,128}$/, resultsAtOnce: true },
    faults: [
      ...messages.flatMap((message, index) =>
        messageFaults(message).map((fault) => `message ${index}: ${fault}`),
      ),
      ...requestFaults(request, messages),
    ],
  }
}

function blocksOf(content: JsonValue | undefined): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content)
}

function itemOf(block: JsonObject): NativeItem {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: textOf(block.text) }
    case 'tool_use':
      return { type: 'call', id: textOf(block.id), name: textOf(block.name), input: block.input ?? null }
    case 'tool_result': {
      const text = blocksOf(block.content)
        .map((inner) => textOf(inner.text))
        .join('')
      return { type: 'result', id: textOf(block.tool_use_id), text, isError: block.is_error === true }
    }
    default:
      return { type: 'other' }
  }
}

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function messageFaults({ role, content }: JsonObject): string[] {
  const faults: string[] = []
  const blocks = blocksOf(content)
  if (!SIDES.has(textOf(role))) faults.push(`role ${String(role)}`)
  if (isArray(content) && content.length === 0) faults.push('an empty list of content')
  const first = blocks.findIndex(({ type }) => type !== 'tool_result')
  if (first !== -1 && blocks.slice(first).some(({ type }) => type === 'tool_result'))
    faults.push('a result after other content')
  for (const block of blocks) {
    if (block.type === 'text' && isBlank(textOf(block.text))) faults.push('blank text')
    if (block.type === 'tool_use' && !isObject(block.input)) faults.push('an input that is not an object')
    if (block.type === 'tool_result') faults.push(...resultFaults(block))
    faults.push(...mediaFaults(block))
  }
  return faults
}

function resultFaults({ content, is_error: isError }: JsonObject): string[] {
  const faults: string[] = []
  const blocks = blocksOf(content)
  if (isArray(content) && content.length === 0) faults.push('a result with an empty list')
  if (isArray(content) && blocks.some(({ type, text }) => type === 'text' && isBlank(textOf(text))))
    faults.push('a result with blank text in its list')
  if (isError === true && blocks.every(({ text }) => textOf(text) === ''))
    faults.push('an error that says nothing')
  if (isError === true && blocks.some(({ type }) => type !== 'text')) faults.push('an error that holds media')
  return [...faults, ...blocks.flatMap(mediaFaults)]
}

function mediaFaults({ type, source }: JsonObject): string[] {
  if (!isObject(source) || source.type !== 'base64') return []
  const mediaType = textOf(source.media_type)
  const fits = type === 'image' ? IMAGES.includes(mediaType) : mediaType === 'application/pdf'
  const data = textOf(source.data)
  const isUrlSafe = /[-_]/.test(data) && /^[\w-]*={0,2}$/.test(data)
  return [
    ...(fits ? [] : [`${String(type)} of type "${mediaType}"`]),
    ...(isUrlSafe ? ['base64 of another alphabet'] : []),
  ]
}

function requestFaults(
  { tools, tool_choice: choice }: JsonObject,
  messages: readonly JsonObject[],
): string[] {
  const faults: string[] = []
  if (messages.length === 0) faults.push('no messages')
  if (tools === undefined && choice !== undefined) faults.push('tool_choice without tools')
  const last = messages.at(-1)
  const final = blocksOf(last?.content).at(-1)
  if (last?.role === 'assistant' && final?.type === 'text' && /\s$/.test(textOf(final.text)))
    faults.push('final assistant text ends with white space')
  return faults
}
