import type { JsonValue } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { mintId } from '../../src/base/model/ids.js'
import type { Identity } from '../../src/codec/shape/call-codec.js'

interface CallSeen {
  readonly id: string
  /** The id on the wire, which an earlier call of the answer may have. */
  readonly native: string | undefined
  readonly name: string
  answered: boolean
}

export interface GivenId extends Identity {
  /** The id on the wire, if an earlier call of the same answer has the same id. */
  readonly repeated?: string
}

/** Assigns ids to parts, in order. */
export interface PartIds {
  /**
   * Returns the id of a call.
   * @param argumentText used for a minted id if the position does not distinguish answers.
   */
  call(native: string | undefined, name: string, argumentText: () => string): GivenId
  /** Returns the id of the call that a result answers. */
  result(native: string | undefined, name: string): GivenId
}

/**
 * Assigns ids in one history or one answer, in the order of the parts. Older models and large parts of Vertex
 * send calls without ids, so ids are minted, and results are paired by name and order.
 */
export class CallIds implements PartIds {
  readonly #place: string | undefined
  readonly #unique: boolean
  #calls: CallSeen[] = []
  readonly #used = new Set<string>()
  #count = 0
  #resultsSeen = false

  /**
   * @param place identifies the history or the answer in minted ids. Without `place`, the arguments
   * distinguish answers.
   * @param unique true if repeated ids are made unique (answers). Ids of a history are unchanged.
   */
  constructor(place: string | undefined, unique: boolean) {
    this.#place = place
    this.#unique = unique
  }

  call(native: string | undefined, name: string, argumentText: () => string): GivenId {
    const given = this.#idFor(native, name, argumentText)
    // Calls after results begin a new turn. Earlier unanswered calls stay unanswered.
    if (this.#resultsSeen) this.#calls = []
    this.#resultsSeen = false
    this.#calls.push({ id: given.id, native, name, answered: false })
    this.#used.add(given.id)
    return given
  }

  result(native: string | undefined, name: string): GivenId {
    this.#resultsSeen = true
    const open = this.#calls.filter((call) => !call.answered)
    const own = open.find((seen) => seen.native === native)
    const call = (native ? own : undefined) ?? open.find((seen) => seen.name === name)
    if (call !== undefined) call.answered = true
    if (native)
      return own?.id === native || !own ? { id: native } : { id: own.id, minted: true, repeated: native }
    return { id: call?.id ?? this.#mint(name, () => ''), minted: true }
  }

  #idFor(native: string | undefined, name: string, argumentText: () => string): GivenId {
    if (!native) return { id: this.#mint(name, argumentText), minted: true }
    if (!this.#unique || !this.#used.has(native)) return { id: native }
    return { id: this.#mint(name, argumentText), minted: true, repeated: native }
  }

  #mint(name: string, argumentText: () => string): string {
    this.#count += 1
    return mintId(
      `${this.#place ?? ''}#${this.#count}`,
      name,
      this.#place === undefined ? argumentText() : '',
    )
  }
}

/**
 * Returns the native id to store if the canonical id differs. The native id '' is invalid, but is restored.
 */
export function idToRestore(native: JsonValue | undefined, repeated?: string): string | undefined {
  return native === '' ? '' : repeated
}

/**
 * Encodes an id. A minted id is omitted: servers without ids pair results by name and order.
 * @param native the id on the wire if it differs; null if the wire has no id.
 */
export function encodeId(
  id: string,
  minted: true | undefined,
  native: JsonValue | undefined,
): string | undefined {
  return minted || native === null ? stringOr(native, undefined) : id
}
