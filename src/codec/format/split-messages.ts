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

// For formats whose messages hold less than ours: one part each, or parts of one kind. A message of ours becomes several
// there, its pieces, and is one again when they are read.

/** What becomes one native message. */
interface Piece<Placed extends Part> {
  /** Empty when it only bears what goes along. */
  readonly parts: readonly Placed[]
  /** Parts that the format has no form for, where they stood: they go along in the slot. */
  readonly before: readonly Part[]
  /** The same, behind the last piece. */
  readonly after: readonly Part[]
  /** A native message that is kept as it is: it can bear nothing. */
  readonly verbatim?: JsonValue
}

/** How a format says messages of which each holds one part, or parts of one kind. */
export interface SplitForm<Placed extends Part> {
  /** Whether the format has a form for such a part; of its own opaque ones it has. Others go along in a slot. */
  isPlaced(part: Part): part is Placed
  /** Whether the part may stand in one native message with another. Default: never. */
  joins?(part: Placed, next: Placed, context: Context): boolean
  /** One native message, read. */
  read(value: JsonValue, context: Context): ReadPiece
  /** Makes what writes native messages, one after the other. */
  writer(context: Context): PieceWriter<Placed>
}

/** Writes one native message. @param part the first; an empty text where the piece only bears what goes along. */
export type PieceWriter<Placed extends Part> = (
  part: Placed | TextPart,
  more: readonly Placed[],
  at: PieceContext,
) => JsonObject

/** What is known of the native message that is written. */
export interface PieceContext {
  /** As which role it is read. */
  readonly role: Role
  /** Whether a call before it tells the name of the result that it holds. */
  readonly isNamed: boolean
  /** What goes along. */
  readonly slot: JsonObject
  /** Of the canonical message. */
  readonly path: string
}

/** Calls that a provider ran are not shown as calls: whoever reads them there would run them again. */
export function isTextOrCall(part: Part): part is TextPart | ToolCall | ToolResult {
  if (part.type === 'text') return true
  return (part.type === 'tool-call' || part.type === 'tool-result') && !part.providerExecuted
}

/** The messages of such a format. */
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

/** Results are of the tool and calls of the assistant, whatever the role says. */
export function roleOf({ type }: Part, said: Role): Role {
  if (type === 'tool-result') return 'tool'
  if (type === 'tool-call') return 'assistant'
  return said === 'tool' ? 'user' : said
}

/** The pieces of a message; what has no form goes along with the next piece, or else with the last. */
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

/** Where a piece stands. */
interface PiecePlace {
  readonly message: Message
  /** Which one of its message it is. */
  readonly index: number
  /** As which role it is read. */
  readonly role: Role
  /** As which role the native message before it is read; undefined for the first. */
  readonly previous: Role | undefined
}

/** What of a piece is in no field, for the slot. Empty when that is nothing. */
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

/** Whether messages of this role are one turn when they follow one another. */
function isTurn(role: Role): boolean {
  return role === 'assistant' || role === 'tool'
}

/** One native message, read. */
export interface ReadPiece {
  /** As which role it is read. */
  readonly role: Role
  readonly parts: readonly Part[]
  /** What was carried of it. */
  readonly slot: JsonObject
  /** Where that stands. */
  readonly path: string
}

/**
 * The messages that the pieces were: what follows one another is one message where it is of the assistant or the tool,
 * unless a slot says otherwise.
 * @throws AdapterError when a slot holds what is no part.
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
