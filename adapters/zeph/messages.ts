import { carried, withCarried } from '../../src/format/carry.js'
import { type Entry, type EntryForm, entryMessages } from '../../src/format/log.js'
import { decodeEntryCall, encodeEntryCall, entryCallSlot } from '../../src/format/log-calls.js'
import { stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { Part, Role, TextPart, ToolCall, ToolResult } from '../../src/model/types.js'
import { type Fields, metadataFor, withExtras } from '../../src/shape/fields.js'
import { CALL } from './calls.js'
import { carriedResult, decodeResult, encodeResult, isResult } from './results.js'

/** What has an entry of its own. */
export type Placed = TextPart | ToolCall | ToolResult

const FIELDS: Fields = { role: 'string', content: 'string', toolwire: 'object' }
const ROLES = ['user', 'assistant', 'system'] as const

const form: EntryForm<Placed> = {
  decode: decodeEntry,
  encode(part, role, path, context) {
    if (part.type === 'tool-call') return encodeEntryCall(part, CALL, path, context)
    return part.type === 'tool-result' ? encodeResult(part, context) : encodeText(part, role, context)
  },
  carried(part, _isNamed, context) {
    if (part.type === 'tool-call') return entryCallSlot(part, CALL, context)
    return part.type === 'tool-result' ? carriedResult(part, context) : carried(part, context)
  },
  isPlaced(part: Part): part is Placed {
    if (part.type === 'text') return true
    return (part.type === 'tool-call' || part.type === 'tool-result') && !part.providerExecuted
  },
}

export const messages = /* @__PURE__ */ entryMessages<Placed>(form, { type: 'text', text: '' })
export const { encodeResults } = messages

function decodeEntry(native: JsonObject, path: string, context: Context): Entry<Placed> | undefined {
  const { role, content } = native
  if (typeof native.tool_id === 'string')
    return { role: 'assistant', part: decodeEntryCall(native, CALL, path, context) }
  if (isResult(native)) return { role: 'tool', part: decodeResult(native, path, context) }
  if (typeof role !== 'string' || typeof content !== 'string') return undefined
  const known = ROLES.find((one) => one === role)
  const providerMetadata = metadataFor(native, FIELDS, context, {
    role: known === undefined ? role : undefined,
  })
  const part: TextPart = compact({ type: 'text' as const, text: content, providerMetadata })
  return { role: known ?? 'user', part: withCarried(part, native.toolwire) }
}

function encodeText(part: TextPart, role: Role, context: Context): JsonObject {
  const own = metadataOf(part, context)
  return withExtras({ role: stringOr(own?.role, role === 'tool' ? 'user' : role), content: part.text }, own)
}
