import {
  type CallFields,
  decodeEntryCall,
  encodeEntryCall,
  entryCallSlot,
} from '../../src/format/log-calls.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/model/metadata.js'
import type { ToolCall } from '../../src/model/types.js'

/** `ToolCallInfo` of agy-bridge: what is not there is written as null. */
const INFO: CallFields = { id: 'id', name: 'name', arguments: 'args', usual: { canonical_path: null } }
/** `BatchToolCall` of llm-tool. */
const BATCH: CallFields = { id: 'id', name: 'name', arguments: 'arguments' }

/** Whether the fields are those of a call. */
export function isCall(native: JsonObject): boolean {
  const isGiven = 'args' in native || 'arguments' in native || 'canonical_path' in native
  return typeof native.name === 'string' && isGiven && !('result' in native) && !('error' in native)
}

function fieldsOf(form: JsonValue | undefined): CallFields {
  return form === 'batch' ? BATCH : INFO
}

/** @param slot what was carried of it. */
export function decodeCall(
  native: JsonObject,
  path: string,
  context: Context,
  own: OwnMetadata = {},
  slot?: JsonValue,
): ToolCall {
  const form = 'arguments' in native && !('args' in native) ? 'batch' : undefined
  return decodeEntryCall(native, fieldsOf(form), path, context, { form, ...own }, slot)
}

export function encodeCall(call: ToolCall, path: string, context: Context): JsonObject {
  return encodeEntryCall(call, fieldsOf(metadataOf(call, context)?.form), path, context)
}

export function carriedCall(call: ToolCall, context: Context): JsonObject | undefined {
  return entryCallSlot(call, fieldsOf(metadataOf(call, context)?.form), context)
}
