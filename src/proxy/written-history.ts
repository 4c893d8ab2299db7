import { concatenate } from '../base/http/recorded-body.js'
import type { JsonArray, JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { isArray } from '../base/json/read-json.js'

/** Pieces up to this number of bytes are joined, since each piece is a write to the connection. */
const SMALL = 1 << 16

/** The bytes of the messages of the latest request to a target. */
export class WrittenHistory {
  #messages: JsonArray = []
  #pieces: readonly Uint8Array[] = []

  /**
   * Writes a request like `stringifyExact`, as pieces. Messages that are the same objects as in the latest request are
   * not written again. Returns undefined for a request without messages.
   */
  write(request: JsonObject, field: string): readonly Uint8Array[] | undefined {
    const messages = request[field]
    if (!isArray(messages) || messages.length === 0) return undefined
    this.#add(messages)
    const members = Object.entries(request)
    const place = members.findIndex(([key]) => key === field)
    const before = stringifyExact(Object.fromEntries(members.slice(0, place))).slice(0, -1)
    const after = stringifyExact(Object.fromEntries(members.slice(place + 1))).slice(1)
    const opening = `${before}${before === '{' ? '' : ','}${JSON.stringify(field)}:[`
    const closing = `]${after === '}' ? '' : ','}${after}`
    return [encoder.encode(opening), ...this.#pieces, encoder.encode(closing)]
  }

  #add(messages: JsonArray): void {
    const before = this.#messages
    const isContinued =
      before.length > 0 &&
      before.length <= messages.length &&
      before.every((message, index) => message === messages[index])
    const added = isContinued ? messages.slice(before.length) : messages
    const text = added.map((message) => textOf(message)).join(',')
    this.#messages = messages
    if (!isContinued) this.#pieces = [encoder.encode(text)]
    else if (added.length > 0) this.#pieces = withPiece(this.#pieces, encoder.encode(`,${text}`))
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

function textOf(message: JsonValue): string {
  return typeof message === 'object' && message !== null ? stringifyExact(message) : JSON.stringify(message)
}

/** Returns the pieces with another one, which is joined to the last if both are small. */
function withPiece(pieces: readonly Uint8Array[], piece: Uint8Array): readonly Uint8Array[] {
  const last = pieces.at(-1)
  if (last === undefined || last.length + piece.length > SMALL) return [...pieces, piece]
  return [...pieces.slice(0, -1), concatenate([last, piece])]
}
