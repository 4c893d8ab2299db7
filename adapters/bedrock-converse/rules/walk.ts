import { at, isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../src/json/types.js'
import { type Found, objectsOf } from '../../../src/schema/walk.js'

/** What the rules look at: any JSON, well-formed or not, as lists of things with their paths. */
export interface NativeMessage {
  readonly role: string
  readonly blocks: readonly Found[]
  readonly path: string
}

export function listOf(value: JsonValue | undefined): JsonArray {
  return isArray(value) ? value : []
}

export function messagesOf(request: JsonObject): NativeMessage[] {
  return objectsOf(request.messages, '/messages').map(({ value, path }) => ({
    role: stringOr(value.role, ''),
    blocks: objectsOf(value.content, `${path}/content`),
    path,
  }))
}

/** The blocks of one kind, as what stands under their key. */
export function inside(blocks: readonly Found[], key: string): Found[] {
  return blocks.flatMap(({ value, path }) => {
    const inner = value[key]
    return isObject(inner) ? { value: inner, path: at(path, key) } : []
  })
}

export function allBlocks(request: JsonObject): Found[] {
  return messagesOf(request).flatMap(({ blocks }) => blocks)
}

/** Calls that the client answers. */
export function callsIn(blocks: readonly Found[]): Found[] {
  return inside(blocks, 'toolUse').filter(({ value }) => value.type !== 'server_tool_use')
}

/** Results that the client gives: those of the provider's own tools are in messages of the assistant. */
export function resultsIn({ role, blocks }: NativeMessage): Found[] {
  return role === 'assistant' ? [] : inside(blocks, 'toolResult')
}

export function toolsOf(request: JsonObject): Found[] {
  return isObject(request.toolConfig) ? objectsOf(request.toolConfig.tools, '/toolConfig/tools') : []
}

export function specsOf(request: JsonObject): Found[] {
  return inside(toolsOf(request), 'toolSpec')
}

export function idOf({ value }: Found): string {
  return stringOr(value.toolUseId, '')
}
