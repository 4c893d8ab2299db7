import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Role, TextPart, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { carried } from '../../src/codec/format/carry.js'
import {
  decodeEntryText,
  type Entry,
  type EntryForm,
  entryMessages,
} from '../../src/codec/format/log-entries.js'
import { isTextOrCall } from '../../src/codec/format/split-messages.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { CALL } from './calls.js'
import { carriedOfResult, decodeResult, encodeResult, isResult } from './results.js'

/** Parts with a separate entry. */
export type EntryPart = TextPart | ToolCall | ToolResult

const ROLES: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' }

const form: EntryForm<EntryPart> = {
  decode: decodeEntry,
  encode(part, role, context) {
    if (part.type === 'tool-call') return CALL.encode(part, context)
    return part.type === 'tool-result' ? encodeResult(part, context) : encodeText(part, role, context)
  },
  carried(part, _isNamed, context) {
    if (part.type === 'tool-call') return CALL.carried(part, context)
    return part.type === 'tool-result' ? carriedOfResult(part, context) : carried(part, context)
  },
  isPlaced: isTextOrCall,
}

export const messages = /* @__PURE__ */ entryMessages(form)
export const { encodeResults } = messages

function decodeEntry(native: JsonObject, context: Context): Entry<EntryPart> | undefined {
  if (typeof native.tool_id === 'string') return { role: 'assistant', part: CALL.decode(native, context) }
  if (isResult(native)) return { role: 'tool', part: decodeResult(native, context) }
  return decodeEntryText(native, ROLES, context)
}

function encodeText(part: TextPart, role: Role, context: Context): JsonObject {
  const own = metadataOf(part, context)
  return withExtras({ role: stringOr(own?.role, role), content: part.text }, own)
}

/** The keys of this format's metadata, described in the README of this folder. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'error', unknown> {}
}
