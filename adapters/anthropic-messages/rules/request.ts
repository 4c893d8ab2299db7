import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import { append } from '../../../src/base/json/write-json.js'
import { storedTurnsAmong } from '../../../src/translate/fit/turns.js'
import { isEmptyList } from '../../../src/translate/lint/checks.js'
import {
  type Found,
  fieldText,
  isOf,
  listAt,
  listIn,
  objectAt,
  objectsOf,
  those,
  typeOf,
  within,
} from '../../../src/translate/lint/found.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import {
  foundMember,
  type PartView,
  type RequestView,
  strictSchema,
  type TextAt,
  type ToolView,
  textAt,
} from '../../../src/translate/lint/view.js'
import { limits } from '../limits.js'

export interface NativeMessage extends Found {
  readonly role: string
  readonly blocks: readonly Found[]
}

/** Consecutive messages with the same role, which the server merges. */
export interface MergedMessage<Block = Found> {
  readonly role: string
  readonly blocks: readonly Block[]
}

export function listOf(value: JsonValue | undefined): JsonArray {
  return isArray(value) ? value : []
}

function blocksOf(content: JsonValue | undefined, path: string): Found[] {
  return typeof content === 'string'
    ? [{ value: { type: 'text', text: content }, path }]
    : objectsOf(content, path)
}

export const messagesOf = within(listIn('messages'), (message): NativeMessage[] => {
  const { value, path } = message
  return [
    { role: fieldText(message, 'role'), blocks: blocksOf(value.content, `${path}/content`), value, path },
  ]
})
export const allBlocks = within(messagesOf, ({ blocks }) => blocks)
export const toolsOf = listIn('tools')

const isChange = isOf('tool_addition', 'tool_removal')

/**
 * The tool changes of a history, in order. A compaction block lists the changes in the range that it
 * replaces.
 */
export const toolChanges = within(allBlocks, (block) =>
  isChange(block) ? [block] : typeOf(block) === 'compaction' ? listAt('tool_changes')(block) : [],
)

/** The tools that the changes name or define. */
export const changedTools = within(toolChanges, objectAt('tool'))

/** The tools defined in the history: an entry of `tools` instead of a reference. */
export const toolsInHistory = within(those(changedTools, isOf('tool_definition')), objectAt('definition'))

/** Returns the tools of the request and of its history. */
export function allTools(request: JsonObject): readonly Found[] {
  const added = toolsInHistory(request)
  return added.length === 0 ? toolsOf(request) : [...toolsOf(request), ...added]
}

export function systemBlocks(request: JsonObject): Found[] {
  return blocksOf(request.system, '/system')
}

export const turnsOf = remembered((request) => merged(messagesOf(request)))

/** System messages between turns do not separate these turns. */
function merged<Block>(messages: readonly MergedMessage<Block>[]): MergedMessage<Block>[] {
  const turns: { role: string; blocks: Block[] }[] = []
  for (const { role, blocks } of messages) {
    if (role === 'system') continue
    const latest = turns.at(-1)
    if (latest?.role === role) append(latest.blocks, blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

/** Returns true for a custom tool. Tools of the vendor have another type. */
export function isCustomTool({ value }: Found): boolean {
  return typeof value.type !== 'string' || value.type === 'custom'
}

export function idOf(block: Found): string {
  return fieldText(block, 'id')
}

export const isServerCall = isOf('server_tool_use', 'mcp_tool_use')

export function isServerResult(block: Found): boolean {
  return typeOf(block).endsWith('_tool_result')
}

/** Returns true if the server stores the turns before these messages. */
export function continuesThread(request: JsonObject): boolean {
  return storedTurnsAmong([request], limits) !== undefined
}

/** Returns true for a system message with settings. Claude Code 2.1.330 sends these without content. */
function changesSettings({ role, output_config: settings, clear_at: cleared }: JsonObject): boolean {
  return role === 'system' && (isObject(settings) || cleared !== undefined)
}

export const viewOf = remembered((request): RequestView => {
  const messages = messagesOf(request).map(({ role, value, blocks, path }) => ({
    role,
    path,
    isEmpty: isEmptyList(value.content) && !changesSettings(value),
    parts: blocks.map(partOf),
  }))
  const turns = merged(messages.map(({ role, parts }) => ({ role, blocks: parts })))
  return {
    messages,
    turns: turns.map(({ role, blocks }) => ({ isModels: role === 'assistant', parts: blocks })),
    instructions: systemBlocks(request).flatMap((block) => partOf(block).text ?? []),
    tools: [
      ...toolsOf(request).map(toolView),
      ...toolsInHistory(request).map((tool) => ({ ...toolView(tool), isInHistory: true })),
    ],
    otherNames: namesBeside(request),
    isContinued: continuesThread(request),
  }
})

/** Returns tool names in calls, in the tool choice and in references of results. */
function namesBeside(request: JsonObject): TextAt[] {
  const choice = objectAt('tool_choice')({ value: request, path: '' }).filter(isOf('tool'))
  const calls = allBlocks(request).filter(isOf('tool_use'))
  const changed = changedTools(request).filter(isOf('tool_reference'))
  const references = allBlocks(request).flatMap(referencesIn)
  return [
    ...[...choice, ...calls, ...changed].map((named) => textAt(named, 'name')),
    ...references.map((reference) => textAt(reference, 'tool_name')),
  ]
}

/** Returns `tool_reference` blocks in a result, from a client or from the search tool. */
export function referencesIn(block: Found): Found[] {
  const found = isObject(block.value.content)
    ? objectAt('content')(block).flatMap(listAt('tool_references'))
    : listAt('content')(block)
  return found.filter(isOf('tool_reference'))
}

function toolView(tool: Found): ToolView {
  const { value, path } = tool
  const name = typeof value.name === 'string' ? textAt(tool, 'name') : undefined
  if (!isCustomTool(tool)) return { path, name, isOwn: false }
  const schema = strictSchema(tool, foundMember(tool, 'input_schema'))
  return { path, name: textAt(tool, 'name'), isOwn: true, strictSchema: schema }
}

function partOf(block: Found): PartView {
  const { value, path } = block
  const type = typeOf(block)
  if (type === 'text' && typeof value.text === 'string')
    return { kind: 'text', path, text: { text: value.text, path } }
  if (type === 'tool_use' || isServerCall(block)) {
    const kind = type === 'tool_use' ? 'call' : 'executed-call'
    return { kind, path, id: textAt(block, 'id'), input: foundMember(block, 'input') }
  }
  const id = textAt(block, 'tool_use_id')
  if (isServerResult(block)) return { kind: 'executed-result', path, id }
  if (type !== 'tool_result') return { kind: 'other', path }
  return {
    kind: 'result',
    path,
    id,
    content: foundMember(block, 'content'),
    isError: value.is_error === true,
    inner: isArray(value.content) ? blocksOf(value.content, `${path}/content`).map(partOf) : [],
  }
}
