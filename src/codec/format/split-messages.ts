import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { type Context, contextAt } from '../../base/model/context.js'
import type { Message, Part, Role, TextPart, ToolCall, ToolResult } from '../../base/model/types.js'
import type { MessagesCodec } from '../shape/codecs.js'
import { dropEmptyMessage } from '../shape/losses.js'
import { nameResults } from '../shape/results.js'
import { carriedParts, partsForSlot } from './carried-parts.js'
import { carried, withCarried } from './carry.js'

// Support for formats whose messages have one part each, or parts of one kind. A canonical message is split
// into several native messages (pieces). Decoding joins the pieces again.

/** The content of one native message. */
interface Piece<Placed extends Part> {
  /** The parts of the piece. Empty if the piece only carries a slot. */
  readonly parts: readonly Placed[]
  /** Parts before the piece that the format cannot express. The slot carries them. */
  readonly before: readonly Part[]
  /** Parts after the last piece that the format cannot express. The slot carries them. */
  readonly after: readonly Part[]
  /** A native message that is kept unchanged, so that it cannot carry a slot. */
  readonly verbatim?: JsonValue
}

/** The form of messages that contain one part, or parts of one kind. */
export interface SplitForm<Placed extends Part> {
  /**
   * Returns true if the format has a form for the part, including its own opaque parts. Other parts are
   * carried in a slot.
   */
  isPlaced(part: Part): part is Placed
  /** Returns true if two consecutive parts may be in the same native message. Default: never. */
  joins?(part: Placed, next: Placed, context: Context): boolean
  /** Decodes one native message. */
  read(value: JsonValue, context: Context): ReadPiece
  /** Creates a writer that encodes native messages one after the other. */
  writer(context: Context): PieceWriter<Placed>
}

/**
 * Encodes one native message.
 * @param part the first part; an empty text if the piece only carries a slot.
 */
export type PieceWriter<Placed extends Part> = (
  part: Placed | TextPart,
  more: readonly Placed[],
  at: PieceContext,
) => JsonObject

/** Facts about the native message that is encoded. */
export interface PieceContext {
  /** The role of the decoded message. */
  readonly role: Role
  /** True if an earlier call determines the tool name of the result. */
  readonly isNamed: boolean
  /** The data to carry. */
  readonly slot: JsonObject
  /** The path of the canonical message. */
  readonly path: string
}

/**
 * Returns true for a text or a client call. Calls that a provider ran are excluded, since a reader of the log
 * would run them again.
 */
export function isTextOrCall(part: Part): part is TextPart | ToolCall | ToolResult {
  if (part.type === 'text') return true
  return (part.type === 'tool-call' || part.type === 'tool-result') && !part.providerExecuted
}

/** Creates the messages codec of a format that splits messages. */
export function splitMessages<Placed extends Part>(form: SplitForm<Placed>): MessagesCodec {
  const encode = (messages: readonly Message[], context: Context) => ({
    messages: encodePieces(nameResults(messages), form, context),
  })
  return {
    decode: (native, context) =>
      nameResults(
        joinPieces(
          native.map((value, index) => form.read(value, contextAt(context, index))),
          context,
        ),
      ),
    encode,
    encodeResults: (results, context) => encode([{ role: 'tool', parts: results }], context).messages,
  }
}

function encodePieces<Placed extends Part>(
  messages: readonly Message[],
  form: SplitForm<Placed>,
  context: Context,
): JsonValue[] {
  const write = form.writer(context)
  const names = new Map<string, string>()
  const note = (parts: readonly Part[]) => {
    for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name)
  }
  let previous: Role | undefined
  return messages.flatMap((message, place) => {
    const path = at('/messages', place)
    if (message.parts.length === 0) dropEmptyMessage(message, { ...context, path })
    return piecesOf(message, form, context).map((piece, index): JsonValue => {
      if (piece.verbatim !== undefined) return piece.verbatim
      const [part = EMPTY, ...more] = piece.parts
      const role = roleOf(part, message.role)
      note([...piece.before, ...piece.parts])
      const isNamed = part.type === 'tool-result' && names.get(part.callId) === part.name
      note(piece.after)
      const slot = pieceSlot(piece, { message, index, role, previous }, { ...context, path })
      previous = role
      return write(part, more, { role, isNamed, slot, path })
    })
  })
}

const EMPTY: TextPart = { type: 'text', text: '' }

/**
 * Returns the role of a part: `tool` for results and `assistant` for calls, regardless of the native role.
 */
export function roleOf({ type }: Part, said: Role): Role {
  if (type === 'tool-result') return 'tool'
  if (type === 'tool-call') return 'assistant'
  return said === 'tool' ? 'user' : said
}

/**
 * Returns the pieces of a message. Parts without a form are carried by the next piece, or by the last one.
 */
function piecesOf<Placed extends Part>(
  { parts }: Message,
  form: SplitForm<Placed>,
  context: Context,
): Piece<Placed>[] {
  const pieces: OpenPiece<Placed>[] = []
  let waiting: Part[] = []
  const settle = () => {
    const last = pieces.at(-1)
    if (last !== undefined && last.verbatim === undefined) last.after.push(...waiting)
    else if (waiting.length > 0) pieces.push({ parts: [], before: waiting, after: [] })
    waiting = []
  }
  for (const part of parts) {
    if (part.type === 'opaque' && part.wire === context.wire) {
      settle()
      pieces.push({ parts: [], before: [], after: [], verbatim: part.value })
    } else if (form.isPlaced(part)) {
      const last = pieces.at(-1)
      const previous = waiting.length === 0 ? last?.parts.at(-1) : undefined
      if (previous !== undefined && form.joins?.(previous, part, context)) last?.parts.push(part)
      else pieces.push({ parts: [part], before: waiting, after: [] })
      waiting = []
    } else waiting.push(part)
  }
  settle()
  return pieces
}

interface OpenPiece<Placed extends Part> extends Piece<Placed> {
  readonly parts: Placed[]
  readonly after: Part[]
}

/** The position of a piece. */
interface PiecePlace {
  readonly message: Message
  /** The index of the piece within its message. */
  readonly index: number
  /** The role of the decoded message. */
  readonly role: Role
  /** The role of the previous native message after decoding; undefined for the first message. */
  readonly previous: Role | undefined
}

/** Returns the data of a piece without a field, for the slot. Empty if all data has a field. */
function pieceSlot(
  { parts, before, after }: Piece<Part>,
  { message, index, role, previous }: PiecePlace,
  context: Context,
): JsonObject {
  const joins = index > 0
  const { path } = context
  return compact({
    bare: parts.length === 0 ? true : undefined,
    before: partsForSlot(before, `${path}/before`),
    after: partsForSlot(after, `${path}/after`),
    joins: previous === role && joins !== isTurn(role) ? joins : undefined,
    message: joins ? undefined : carried(message, context),
  })
}

/** Returns true if consecutive messages of this role are one turn. */
function isTurn(role: Role): boolean {
  return role === 'assistant' || role === 'tool'
}

/** One decoded native message. */
export interface ReadPiece {
  /** The role of the decoded message. */
  readonly role: Role
  readonly parts: readonly Part[]
  /** The carried data. */
  readonly slot: JsonObject
  /** The path of the slot. */
  readonly path: string
}

/**
 * Joins pieces to messages. Consecutive assistant or tool pieces are one message, unless a slot marks the
 * beginning of a new message.
 * @throws AdapterError when a slot contains an invalid part.
 */
export function joinPieces(pieces: readonly ReadPiece[], context: Context): Message[] {
  const all: { readonly role: Role; readonly parts: Part[]; readonly slot: JsonObject }[] = []
  for (const { role, slot, path, parts: own } of pieces) {
    const parts = [
      ...carriedParts(slot.before, `${path}/before`),
      ...(slot.bare === true ? [] : own),
      ...carriedParts(slot.after, `${path}/after`),
    ]
    const last = all.at(-1)
    const joins = typeof slot.joins === 'boolean' ? slot.joins : isTurn(role)
    if (joins && last?.role === role) last.parts.push(...parts)
    else all.push({ role, parts, slot })
  }
  return all.map(({ role, parts, slot }) => {
    const origin = role === 'assistant' ? { wire: context.wire } : undefined
    return withCarried<Message>(compact({ role, parts, origin }), slot.message)
  })
}
