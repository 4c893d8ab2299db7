import type { JsonValue } from '../../src/base/json/json-types.js'
import {
  expectObject,
  expectString,
  isObject,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { ROLES } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { withMetadata } from '../../src/base/model/metadata.js'
import type { Role } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import {
  isTextOrCall,
  type PieceWriter,
  type ReadPiece,
  roleOf,
  splitMessages,
} from '../../src/codec/format/split-messages.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { decodeAttributes, encodeAttributes, Order } from './attributes.js'
import { carriedOf, decodeContent, type EntryPart, encodeContent, ownOf } from './content.js'

const FIELDS: Fields = { role: 'string', content: 'object', attributes: 'object' }
const WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
}
export const messages = /* @__PURE__ */ splitMessages<EntryPart>({
  isPlaced: isTextOrCall,
  read: decodeMessage,
  writer: messageWriter,
})
export const { encodeResults } = messages

function decodeMessage(value: JsonValue, context: Context): ReadPiece {
  const { path } = context
  const native = expectObject(value, path)
  const word = expectString(native.role, `${path}/role`)
  const said = ROLES.find((one) => WORDS[one] === word)
  if (said === undefined) throw wrongType(`one of ${Object.values(WORDS).join(', ')}`, word, `${path}/role`)
  const { cache, slot, kept } = decodeAttributes(objectOr(native.attributes, {}))
  const part = decodeContent(native, slot, context)
  const role = roleOf(part, said)
  const place = { role, slot, path: `${path}/attributes/metadata/${CARRIED}` }
  if (part.type === 'opaque') return { ...place, parts: [part] }
  const own = compact({
    ...ownOf(part, context),
    extra: extraFields(native, FIELDS),
    absent: absentFields(native, { ...FIELDS, timestamp: 'any' }, ['attributes', 'timestamp']),
    role: word === WORDS[role] ? undefined : word,
    attributes: isObject(native.attributes) ? kept : undefined,
  })
  const marked = cache === undefined ? part : { ...part, cache }
  return { ...place, parts: [Object.keys(own).length === 0 ? marked : withMetadata(marked, own, context)] }
}

function messageWriter(context: Context): PieceWriter<EntryPart> {
  const order = new Order()
  return (part, _more, { role, isNamed, slot: along, path }) => {
    const own = ownOf(part, context)
    const slot = { ...carriedOf(part, isNamed, context), ...along }
    const { priority, timestamp } = order.next(own)
    const category = part.type === 'text' ? 'Current' : 'ToolResult'
    const attributes = encodeAttributes(part, slot, { priority, category }, { ...context, path })
    const isNeeded = Object.keys(slot).length > 0 || part.cache !== undefined || own.attributes !== undefined
    return withExtras(
      {
        role: stringOr(own.role, WORDS[role]),
        content: encodeContent(part, { ...context, path }),
        attributes: isNeeded ? attributes : undefined,
      },
      own,
      { attributes, timestamp },
    )
  }
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'attributes' | 'config' | 'round', unknown> {}
}
