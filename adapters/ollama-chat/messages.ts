import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { expectObject, expectString } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { absentFields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart, reportUnknownRole } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { CONTENT_FIELDS, decodeContent, encodeContent, fieldsOf, formOf } from './content.js'
import { decodeResult, encodeResult, OpenCalls } from './results.js'

export const messages: MessagesCodec = { decode: decodeMessages, encode, encodeResults }

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.map((result, index) => encodeResult(result, { ...context, path: `/${index}` }))
}

function decodeMessages(natives: JsonArray, context: Context): Message[] {
  const decoded: Message[] = []
  const calls = new OpenCalls()
  let results: ToolResult[] | undefined
  natives.forEach((value, index) => {
    const here = contextAt(context, index)
    const native = expectObject(value, here.path)
    // The server reads roles in any case: `UnmarshalJSON` of `Message` in https://github.com/ollama/ollama, `api/types.go`.
    const role = expectString(native.role || undefined, `${here.path}/role`).toLowerCase()
    if (role === 'tool') {
      const result = decodeResult(native, calls, here)
      if (results === undefined) {
        results = []
        decoded.push({ role, parts: results })
      }
      results.push(result)
      return
    }
    results = undefined
    const message =
      role === 'assistant' ? decodeAssistant(native, here, here.path) : decodeMessage(native, role, here)
    if (role === 'assistant') calls.begin(message.parts.filter(isCall))
    decoded.push(message)
  })
  return nameResults(decoded)
}

function isCall(part: Part): part is ToolCall {
  return part.type === 'tool-call'
}

function decodeMessage(native: JsonObject, word: string, context: Context): Message {
  const isKnown = word === 'system' || word === 'user'
  if (!isKnown) reportUnknownRole(word, contextAt(context, 'role'))
  const role = word === 'system' ? ('system' as const) : ('user' as const)
  return compact({
    role,
    parts: decodeContent(native, context),
    providerMetadata: metadataFor(native, fieldsOf(native, 'images'), context, {
      role: native.role === role ? undefined : native.role,
      form: formOf(native),
      absent: formOf(native) ? undefined : absentFields(native, CONTENT_FIELDS, ['content']),
    }),
  })
}

function encode(canonical: readonly Message[], context: Context): { readonly messages: JsonArray } {
  return {
    messages: canonical.flatMap((message, index) =>
      encodeMessage(message, { ...context, path: `/${index}` }),
    ),
  }
}

function encodeMessage(message: Message, context: Context): JsonObject[] {
  const { role, parts } = message
  if (role === 'assistant') return [encodeAssistant(message, context)]
  if (role === 'tool') return encodeResultParts(parts, context)
  const metadata = metadataOf(message, context)
  return [
    withExtras({ role: metadata?.role, ...encodeContent(parts, metadata?.form, context) }, metadata, {
      role,
      content: '',
    }),
  ]
}

function encodeResultParts(parts: readonly Part[], context: Context): JsonObject[] {
  return parts.flatMap((part, index) => {
    const here = contextAt(context, 'parts', index)
    return part.type === 'tool-result' ? [encodeResult(part, here)] : (dropPart(part.type, here) ?? [])
  })
}
