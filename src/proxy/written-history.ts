import type { BodyPieces } from '../base/http/http-message.js'
import { concatenate } from '../base/http/recorded-body.js'
import type { JsonArray, JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { isArray } from '../base/json/read-json.js'
import { sliceOf } from './body-pieces.js'

/** Pieces up to this number of bytes are joined, since each piece is a write to the connection. */
const SMALL = 1 << 16

/** The bytes of the messages of the latest request to a target. */
export class WrittenHistory {
  #messages: JsonArray = []
  /** The offset after each message. */
  #ends: readonly number[] = []
  #pieces: BodyPieces = []

  /**
   * Writes a request like `stringifyExact`, as pieces. The messages with which it and the latest request begin are the
   * same objects, and are not written again. Returns undefined for a request without messages.
   */
  write(request: JsonObject, field: string): BodyPieces | undefined {
    const messages = request[field]
    if (!isArray(messages) || messages.length === 0) return undefined
    this.#update(messages)
    const members = Object.entries(request)
    const place = members.findIndex(([key]) => key === field)
    const before = stringifyExact(Object.fromEntries(members.slice(0, place))).slice(0, -1)
    const after = stringifyExact(Object.fromEntries(members.slice(place + 1))).slice(1)
    const opening = `${before}${before === '{' ? '' : ','}${JSON.stringify(field)}:[`
    const closing = `]${after === '}' ? '' : ','}${after}`
    return [encoder.encode(opening), ...this.#pieces, encoder.encode(closing)]
  }

  #update(messages: JsonArray): void {
    const shared = sharedCount(this.#messages, messages)
    const start = this.#ends[shared - 1] ?? 0
    const added = messages.slice(shared).map((message, index) => {
      const comma = shared + index === 0 ? '' : ','
      return encoder.encode(`${comma}${textOf(message)}`)
    })
    let end = start
    const ends = added.map(({ length }) => {
      end += length
      return end
    })
    const kept = sliceOf(this.#pieces, 0, start)
    this.#pieces = added.length === 0 ? kept : withPiece(kept, concatenate(added))
    this.#ends = [...this.#ends.slice(0, shared), ...ends]
    this.#messages = messages
  }
}

/** Returns the number of objects with which both lists begin. */
function sharedCount(before: JsonArray, messages: JsonArray): number {
  const other = messages.findIndex((message, index) => message !== before[index])
  return other === -1 ? messages.length : other
}

const encoder = /* @__PURE__ */ new TextEncoder()

function textOf(message: JsonValue): string {
  return typeof message === 'object' && message !== null ? stringifyExact(message) : JSON.stringify(message)
}

/** Returns the pieces with another one, which is joined to the last if both are small. */
function withPiece(pieces: BodyPieces, piece: Uint8Array): BodyPieces {
  const last = pieces.at(-1)
  if (last === undefined || last.length + piece.length > SMALL) return [...pieces, piece]
  return [...pieces.slice(0, -1), concatenate([last, piece])]
}
