import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, expectString } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Role, ToolResult } from '../../src/base/model/types.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { encodeBlocks } from '../../src/codec/shape/encode-parts.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { reportUnknownRole } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeBlock, encodePart, encodeResult } from './blocks.js'

const FIELDS: Fields = { role: 'string', content: 'array' }
const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool']

export const messages: MessagesCodec = {
  decode: (natives, context) =>
    nameResults(natives.map((native, index) => decodeMessage(native, contextAt(context, index)))),
  encode: (canonical, context) => ({
    messages: canonical.map((message, index) => encodeMessage(message, { ...context, path: `/${index}` })),
  }),
  encodeResults,
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  const content = results.flatMap(
    (result, index) => encodeResult(result, { ...context, path: `/${index}` }) ?? [],
  )
  return content.length === 0 ? [] : [{ role: 'tool', content }]
}

function decodeMessage(value: JsonArray[number], context: Context): Message {
  const native = expectObject(value, context.path)
  const word = expectString(native.role, `${context.path}/role`)
  const role = ROLES.find((one) => one === word)
  if (role === undefined) reportUnknownRole(word, contextAt(context, 'role'))
  const blocks = expectArray(native.content, `${context.path}/content`)
  return compact({
    role: role ?? 'user',
    parts: blocks.map((block, index) => {
      const path = at(`${context.path}/content`, index)
      return decodeBlock(block, { ...context, path }, path)
    }),
    origin: role === 'assistant' ? { wire: context.wire } : undefined,
    providerMetadata: metadataFor(native, FIELDS, context, { role: role === undefined ? word : undefined }),
  })
}

function encodeMessage(message: Message, context: Context): JsonObject {
  const own = metadataOf(message, context)
  const role = own?.role ?? message.role
  return withExtras({ role, content: encodeBlocks(message, context, encodePart) }, own)
}
