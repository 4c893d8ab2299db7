import { CARRIED } from '../../src/format/carry.js'
import {
  joinPieces,
  type Piece,
  type PieceForm,
  type PiecePlace,
  pieceSlot,
  piecesOf,
  type ReadPiece,
} from '../../src/format/split-messages.js'
import {
  at,
  expectObject,
  expectString,
  isObject,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { withMetadata } from '../../src/model/metadata.js'
import type { Message, OpaquePart, Part, Role, ToolResult } from '../../src/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/shape/codecs.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/shape/fields.js'
import { dropEmptyMessage } from '../../src/shape/losses.js'
import { nameResults } from '../../src/shape/results.js'
import { decodeAttributes, encodeAttributes, Order } from './attributes.js'
import { carriedOf, decodeContent, encodeContent, ownOf, type Placed } from './content.js'

const FIELDS: Fields = { role: 'string', content: 'object', attributes: 'object' }
const WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
}
const ROLES = new Map<string, Role>([
  ['System', 'system'],
  ['User', 'user'],
  ['Assistant', 'assistant'],
  ['Tool', 'tool'],
])

export const messages: MessagesCodec = {
  decode: (native, path, context) =>
    nameResults(
      joinPieces(
        native.map((message, index) => decodeMessage(message, at(path, index), context)),
        context,
      ),
    ),
  encode: encodeMessages,
  encodeResults,
}

function decodeMessage(value: JsonValue, path: string, context: Context): ReadPiece {
  const native = expectObject(value, path)
  const word = expectString(native.role, `${path}/role`)
  const said = ROLES.get(word)
  if (said === undefined) throw wrongType(`one of ${[...ROLES.keys()].join(', ')}`, word, `${path}/role`)
  const { cache, slot, kept } = decodeAttributes(objectOr(native.attributes, {}))
  const part = decodeContent(native, slot, path, context)
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

/** Results are a message of the tool and calls one of the assistant, whatever the role says. */
function roleOf(part: Part, said: Role): Role {
  if (part.type === 'tool-result') return 'tool'
  if (part.type === 'tool-call') return 'assistant'
  return said === 'tool' ? 'user' : said
}

/** Calls that a provider ran are not shown as calls: whoever reads them there would run them again. */
function formOf({ wire }: Context): PieceForm<Placed | OpaquePart> {
  return {
    isPlaced(part): part is Placed | OpaquePart {
      if (part.type === 'opaque') return part.wire === wire
      if (part.type === 'text') return true
      return (part.type === 'tool-call' || part.type === 'tool-result') && !part.providerExecuted
    },
    bears: ({ type }) => type !== 'opaque',
  }
}

function encodeMessages(canonical: readonly Message[], context: Context): EncodedMessages {
  const writer = new Writer(context)
  const form = formOf(context)
  const native = nameResults(canonical).flatMap((message, place) => {
    const path = at('/messages', place)
    if (message.parts.length === 0) dropEmptyMessage(message, path, context)
    return piecesOf(message, form).map((piece, index) => writer.write(piece, message, index, path))
  })
  return { messages: native }
}

const EMPTY: Placed = { type: 'text', text: '' }

/** Writes native messages, one after the other. */
class Writer {
  readonly #context: Context
  readonly #order = new Order()
  readonly #names = new Map<string, string>()
  #previous: Role | undefined

  constructor(context: Context) {
    this.#context = context
  }

  write(piece: Piece<Placed | OpaquePart>, message: Message, index: number, path: string): JsonValue {
    const [part = EMPTY] = piece.parts
    if (part.type === 'opaque') return part.value
    const role = roleOf(part, message.role)
    const place: PiecePlace = { message, index, role, previous: this.#previous }
    this.#previous = role
    this.#note([...piece.before, part])
    const isNamed = part.type === 'tool-result' && this.#names.get(part.callId) === part.name
    this.#note(piece.after)
    const slot = {
      ...carriedOf(part, isNamed, this.#context),
      ...pieceSlot(piece, place, this.#context),
    }
    return this.#native(part, role, slot, path)
  }

  #native(part: Placed, role: Role, slot: JsonObject, path: string): JsonObject {
    const own = ownOf(part, this.#context)
    const { priority, timestamp } = this.#order.next(own)
    const category = part.type === 'text' ? 'Current' : 'ToolResult'
    const attributes = encodeAttributes(part, slot, { priority, category }, path, this.#context)
    const isNeeded = Object.keys(slot).length > 0 || part.cache !== undefined || own.attributes !== undefined
    return withExtras(
      {
        role: stringOr(own.role, WORDS[role]),
        content: encodeContent(part, path, this.#context),
        attributes: isNeeded ? attributes : undefined,
      },
      own,
      { attributes, timestamp },
    )
  }

  #note(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === 'tool-call') this.#names.set(part.id, part.name)
  }
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return encodeMessages([{ role: 'tool', parts: results }], context).messages
}
