import { asJson } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { Context } from '../model/context.js'
import type { Message, Part, Role } from '../model/types.js'
import { carriedParts } from './carried-parts.js'
import { carried, withCarried } from './carry.js'

// For formats whose messages hold less than ours: one part each, or parts of one kind. A message of ours becomes several
// there, its pieces, and is one again when they are read.

/** What becomes one native message. */
export interface Piece<Placed extends Part> {
  /** Empty when it only bears what goes along. */
  readonly parts: readonly Placed[]
  /** Parts that the format has no form for, where they stood: they go along in the slot. */
  readonly before: readonly Part[]
  /** The same, behind the last piece. */
  readonly after: readonly Part[]
}

/** What a format has a form for. */
export interface PieceForm<Placed extends Part> {
  /** Whether the format has a form for such a part. */
  isPlaced(part: Part): part is Placed
  /** Whether the native message can bear what goes along; one that is kept verbatim cannot. */
  bears(part: Placed): boolean
  /** Whether the part may stand in one native message with another. Default: never. */
  joins?(part: Placed, next: Placed): boolean
}

/** The pieces of a message; what has no form goes along with the next piece, or else with the last. */
export function piecesOf<Placed extends Part>({ parts }: Message, form: PieceForm<Placed>): Piece<Placed>[] {
  const pieces: { readonly parts: Placed[]; readonly before: Part[]; readonly after: Part[] }[] = []
  let waiting: Part[] = []
  const settle = () => {
    const last = pieces.at(-1)
    if (last?.parts.every((part) => form.bears(part))) last.after.push(...waiting)
    else if (waiting.length > 0) pieces.push({ parts: [], before: waiting, after: [] })
    waiting = []
  }
  for (const part of parts) {
    if (!form.isPlaced(part)) {
      waiting.push(part)
      continue
    }
    if (!form.bears(part)) settle()
    const last = pieces.at(-1)
    const previous = last?.parts.at(-1)
    if (waiting.length === 0 && previous !== undefined && form.joins?.(previous, part)) last?.parts.push(part)
    else pieces.push({ parts: [part], before: waiting, after: [] })
    waiting = []
  }
  settle()
  return pieces
}

/** Where a piece stands. */
export interface PiecePlace {
  readonly message: Message
  /** Which one of its message it is. */
  readonly index: number
  /** As which role it is read. */
  readonly role: Role
  /** As which role the native message before it is read; undefined for the first. */
  readonly previous: Role | undefined
}

/** What of a piece is in no field, for the slot. Empty when that is nothing. */
export function pieceSlot(
  { parts, before, after }: Piece<Part>,
  { message, index, role, previous }: PiecePlace,
  context: Context,
): JsonObject {
  const joins = index > 0
  return compact({
    bare: parts.length === 0 ? true : undefined,
    before: listOf(before),
    after: listOf(after),
    joins: previous === role && joins !== isTurn(role) ? joins : undefined,
    message: joins ? undefined : carried(message, context),
  })
}

function listOf(parts: readonly Part[]): JsonValue | undefined {
  return parts.length === 0 ? undefined : asJson(parts)
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
