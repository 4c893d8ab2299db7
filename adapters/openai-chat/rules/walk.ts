import { isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { type Found, objectsOf } from '../../../src/schema/walk.js'

export function messagesOf(request: JsonObject): Found[] {
  return objectsOf(request.messages, '/messages')
}

export function toolsOf(request: JsonObject): Found[] {
  return objectsOf(request.tools, '/tools')
}

export function callsOf(message: Found): Found[] {
  return objectsOf(message.value.tool_calls, `${message.path}/tool_calls`)
}

export function contentPartsOf(message: Found): Found[] {
  return objectsOf(message.value.content, `${message.path}/content`)
}

/** The `function` or `custom` object of a call or of a tool definition; vendor tools have neither. */
export function bodyOf({ value, path }: Found): Found | undefined {
  for (const kind of ['function', 'custom'] as const) {
    const body = value[kind]
    if (isObject(body) && (value.type === kind || value.type === undefined))
      return { value: body, path: `${path}/${kind}` }
  }
  return undefined
}

/** Function tools with their bodies, those of the older `functions` included. */
export function functionsOf(request: JsonObject): Found[] {
  const modern = toolsOf(request).filter(({ value }) => value.type !== 'custom')
  const bodies = modern.flatMap((tool) => bodyOf(tool) ?? [])
  return [...bodies, ...objectsOf(request.functions, '/functions')]
}

/** Every tool, call and function with a name. */
export function namedOf(request: JsonObject): Found[] {
  const calls = messagesOf(request).flatMap(callsOf)
  const custom = toolsOf(request).filter(({ value }) => value.type === 'custom')
  return [...functionsOf(request), ...[...custom, ...calls].flatMap((found) => bodyOf(found) ?? [])]
}

export function idOf(call: Found): string {
  return stringOr(call.value.id, '')
}

/** An assistant message with the `tool` messages that follow it directly. */
export interface Turn {
  readonly message: Found
  readonly calls: readonly Found[]
  readonly results: readonly Found[]
}

/** The assistant turns; `strays` are tool messages that follow no assistant message. */
export function turnsOf(request: JsonObject): {
  readonly turns: readonly Turn[]
  readonly strays: readonly Found[]
} {
  const turns: { message: Found; calls: Found[]; results: Found[] }[] = []
  const strays: Found[] = []
  let current: (typeof turns)[number] | undefined
  for (const message of messagesOf(request)) {
    const { role } = message.value
    if (role === 'tool') (current?.results ?? strays).push(message)
    else if (role === 'assistant') {
      current = { message, calls: callsOf(message), results: [] }
      turns.push(current)
    } else current = undefined
  }
  return { turns, strays }
}
