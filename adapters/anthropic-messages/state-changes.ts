import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { OpaquePart, StateChange, ToolReference } from '../../src/base/model/types.js'
import { anyOf, extraFields, type Fields } from '../../src/codec/shape/fields.js'
import { settingChanges } from '../../src/codec/shape/settings/setting-changes.js'
import { readDefinition } from './definition.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'

/** The member of a system message that changes settings: `BetaSystemMessageParam` of @anthropic-ai/sdk. */
export const MESSAGE_SETTINGS = 'output_config'

const OTHER: StateChange = { type: 'other' }

/**
 * Decodes `tool_addition`, `tool_removal`, the `tool_changes` of a compaction, and `fallback`:
 * `BetaRequestToolAdditionBlock`, `BetaRequestToolRemovalBlock`, `BetaCompactionBlock` and
 * `BetaFallbackBlock` of
 * @anthropic-ai/sdk. Returns undefined for blocks without a change.
 */
export function changingBlock(block: JsonObject, context: Context): OpaquePart | undefined {
  const changes = changesOf(block, context)
  return changes.length === 0 ? undefined : { type: 'opaque', wire: context.wire, value: block, changes }
}

/** Returns the model that continues after a `fallback` block: `BetaFallbackBlock` of @anthropic-ai/sdk. */
export function answeringModel({ type, to }: JsonObject): string | undefined {
  return type === 'fallback' ? stringOr(objectIn(to).model, undefined) : undefined
}

const CHANGE: Fields = anyOf(['type', 'tool', 'cache_control'])
const TOOL: Fields = anyOf(['type', 'name', 'server_name', 'definition'])

function changesOf(block: JsonObject, context: Context): readonly StateChange[] {
  const { type } = block
  if (type === 'tool_addition' || type === 'tool_removal') return toolChanges(type, block, context)
  if (type === 'fallback') return [compact({ type: 'model-replaced' as const, model: answeringModel(block) })]
  if (type !== 'compaction') return []
  const listed = objectsIn(block.tool_changes).flatMap((change) => changesOf(change, context))
  // The summary has no canonical meaning.
  return listed.length === 0 ? [] : [...listed, OTHER]
}

function toolChanges(
  type: 'tool_addition' | 'tool_removal',
  block: JsonObject,
  context: Context,
): readonly StateChange[] {
  const tool = objectIn(block.tool)
  const change = type === 'tool_addition' ? addition(tool, context) : referenceChange(tool, 'tools-withdrawn')
  const unread = extraFields(block, CHANGE) ?? extraFields(tool, TOOL)
  return unread === undefined ? [change] : [change, OTHER]
}

function addition(tool: JsonObject, context: Context): StateChange {
  const { type, definition } = tool
  if (type !== 'tool_definition') return referenceChange(tool, 'tools-offered')
  if (!isObject(definition)) return OTHER
  const read = attempt(() => readDefinition(definition, context))
  return 'error' in read ? OTHER : { type: 'tools-added', tools: [read.value] }
}

function referenceChange(tool: JsonObject, type: 'tools-offered' | 'tools-withdrawn'): StateChange {
  const reference = referenceIn(tool)
  return reference === undefined ? OTHER : { type, tools: [reference] }
}

/**
 * Decodes a reference to a tool. A definition is referenced by the name of its tool. A single tool of an MCP
 * server (`mcp_tool_reference`) has no name in the request.
 */
function referenceIn({ type, name, server_name: server, definition }: JsonObject): ToolReference | undefined {
  if (type === 'tool_definition') {
    const { name: defined, mcp_server_name } = objectIn(definition)
    const reference = { type: 'tool_reference', name: defined ?? null }
    const toolset = { type: 'mcp_toolset_reference', server_name: mcp_server_name ?? null }
    return referenceIn(reference) ?? referenceIn(toolset)
  }
  if (type === 'tool_reference' && typeof name === 'string') return { name }
  return type === 'mcp_toolset_reference' && typeof server === 'string'
    ? { name: server, kind: 'mcp' }
    : undefined
}

/**
 * Decodes the settings of a system message as a part. Encoding restores these settings as a member of the
 * message.
 */
export function settingsPart(settings: JsonObject, { wire }: Context): OpaquePart {
  const value = { [MESSAGE_SETTINGS]: settings }
  return { type: 'opaque', wire, value, changes: settingChanges(value, SETTINGS, NEGLIGIBLE) }
}

/** Returns the settings that a block of a system message represents. */
export function settingsIn(block: JsonValue): JsonObject | undefined {
  const { type, [MESSAGE_SETTINGS]: settings } = objectIn(block)
  return stringOr(type, undefined) === undefined && isObject(settings) ? settings : undefined
}
