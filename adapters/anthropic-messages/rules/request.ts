import { storedTurnsAmong } from '../../../src/fit/turns.js'
import { append } from '../../../src/json/lists.js'
import { at, isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../src/json/types.js'
import { isEmptyList } from '../../../src/lint/checks.js'
import { rulesOver } from '../../../src/lint/limited.js'
import { type PartView, type RequestView, strictSchema, textAt, valueAt } from '../../../src/lint/view.js'
import { limits } from '../limits.js'

export const { seen, limited } = rulesOver({ limits, viewOf })

/** What only this wire's rules look at: any JSON, well-formed or not, as lists of things with their paths. */
export interface Block {
  readonly type: string
  readonly value: JsonObject
  readonly path: string
}

export interface NativeMessage {
  readonly role: string
  readonly content: JsonValue | undefined
  readonly blocks: readonly Block[]
  readonly path: string
}

/** Consecutive messages of one role, which the server merges. */
export interface Turn {
  readonly role: string
  readonly blocks: readonly Block[]
}

export interface NativeTool {
  readonly type: string
  readonly name: string | undefined
  readonly value: JsonObject
  readonly path: string
}

export function listOf(value: JsonValue | undefined): JsonArray {
  return isArray(value) ? value : []
}

function blocksOf(content: JsonValue | undefined, path: string): Block[] {
  if (typeof content === 'string') return [{ type: 'text', value: { type: 'text', text: content }, path }]
  return listOf(content).flatMap((value, index) =>
    isObject(value) ? { type: stringOr(value.type, ''), value, path: at(path, index) } : [],
  )
}

export function messagesOf(request: JsonObject): NativeMessage[] {
  return listOf(request.messages).flatMap((message, index) => {
    if (!isObject(message)) return []
    const path = at('/messages', index)
    const { content } = message
    return { role: stringOr(message.role, ''), content, blocks: blocksOf(content, `${path}/content`), path }
  })
}

export function allBlocks(request: JsonObject): Block[] {
  return messagesOf(request).flatMap(({ blocks }) => blocks)
}

export function systemBlocks(request: JsonObject): Block[] {
  return blocksOf(request.system, '/system')
}

/** System messages stand between turns without parting them. */
export function turnsOf(request: JsonObject): Turn[] {
  const turns: { role: string; blocks: Block[] }[] = []
  for (const { role, blocks } of messagesOf(request)) {
    if (role === 'system') continue
    const latest = turns.at(-1)
    if (latest?.role === role) append(latest.blocks, blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

export function toolsOf(request: JsonObject): NativeTool[] {
  return listOf(request.tools).flatMap((value, index) =>
    isObject(value)
      ? {
          type: stringOr(value.type, 'custom'),
          name: stringOr(value.name, undefined),
          value,
          path: at('/tools', index),
        }
      : [],
  )
}

export function customTools(request: JsonObject): NativeTool[] {
  return toolsOf(request).filter(({ type }) => type === 'custom')
}

export function idOf({ value }: Block): string {
  return stringOr(value.id, '')
}

export function answeredId({ value }: Block): string {
  return stringOr(value.tool_use_id, '')
}

export function isServerCall({ type }: Block): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use'
}

export function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result')
}

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

/** Whether manual extended thinking is on; adaptive thinking obeys other rules. */
export function thinkingType(request: JsonObject): string {
  return isObject(request.thinking) ? stringOr(request.thinking.type, '') : ''
}

/** Whether the server holds the turns before these messages. */
export function continuesThread(request: JsonObject): boolean {
  return storedTurnsAmong([request], limits) !== undefined
}

export function viewOf(request: JsonObject): RequestView {
  return {
    messages: messagesOf(request).map(({ role, content, blocks, path }) => ({
      role,
      path,
      isEmpty: isEmptyList(content),
      parts: blocks.map(partOf),
    })),
    turns: turnsOf(request).map(({ role, blocks }) => ({
      isModels: role === 'assistant',
      parts: blocks.map(partOf),
    })),
    instructions: systemBlocks(request).flatMap((block) => partOf(block).text ?? []),
    tools: toolsOf(request).map((tool) => ({
      path: tool.path,
      name: tool.name === undefined && tool.type !== 'custom' ? undefined : textAt(tool, 'name'),
      isOwn: tool.type === 'custom',
      strictSchema: tool.type === 'custom' ? strictSchema(tool, valueAt(tool, 'input_schema')) : undefined,
    })),
    isContinued: continuesThread(request),
  }
}

function partOf(block: Block): PartView {
  const { type, value, path } = block
  const isExecuted = isServerCall(block)
  if (type === 'text' && typeof value.text === 'string')
    return { kind: 'text', path, text: { text: value.text, path } }
  if (type === 'tool_use' || isExecuted)
    return {
      kind: isExecuted ? 'executed-call' : 'call',
      path,
      id: textAt(block, 'id'),
      input: valueAt(block, 'input'),
    }
  if (type !== 'tool_result' && !isServerResult(block)) return { kind: 'other', path }
  const result = { path, id: textAt(block, 'tool_use_id') }
  if (type !== 'tool_result') return { ...result, kind: 'executed-result' }
  return {
    ...result,
    kind: 'result',
    content: valueAt(block, 'content'),
    isError: value.is_error === true,
    inner: isArray(value.content) ? blocksOf(value.content, `${path}/content`).map(partOf) : [],
  }
}
