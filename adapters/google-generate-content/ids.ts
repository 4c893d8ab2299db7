import type { JsonValue } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { mintId } from '../../src/base/model/ids.js'
import type { Identity } from '../../src/codec/shape/call-codec.js'

interface CallSeen {
  readonly id: string
  readonly name: string
  answered: boolean
}

export interface GivenId extends Identity {
  /** The id on the wire, when another call of the same answer had it already. */
  readonly repeated?: string
}

/** Gives parts their ids, in the order of the parts. */
export interface PartIds {
  /** @param argumentText enters a minted id where the place alone does not tell answers apart. */
  call(native: string | undefined, name: string, argumentText: () => string): GivenId
  /** The id of the call that a result answers. */
  result(native: string | undefined, name: string): GivenId
}

/**
 * Ids of one history or one answer, in the order of its parts. Older models and much of Vertex give calls no id, so
 * ids are minted and results pair by name and order.
 */
export class CallIds implements PartIds {
  readonly #place: string | undefined
  readonly #unique: boolean
  #calls: CallSeen[] = []
  readonly #used = new Set<string>()
  #count = 0
  #resultsSeen = false

  /**
   * @param place names the history or the answer in minted ids; without it the arguments help to tell answers apart.
   * @param unique whether repeated ids are told apart (answers); a history is taken as it stands.
   */
  constructor(place: string | undefined, unique: boolean) {
    this.#place = place
    this.#unique = unique
  }

  call(native: string | undefined, name: string, argumentText: () => string): GivenId {
    const given = this.#idFor(native, name, argumentText)
    // Calls after results begin a new turn: what was left unanswered before stays so.
    if (this.#resultsSeen) this.#calls = []
    this.#resultsSeen = false
    this.#calls.push({ id: given.id, name, answered: false })
    this.#used.add(given.id)
    return given
  }

  result(native: string | undefined, name: string): GivenId {
    this.#resultsSeen = true
    const open = this.#calls.filter((call) => !call.answered)
    const call = open.find(({ id }) => id === native) ?? open.find((seen) => seen.name === name)
    if (call !== undefined) call.answered = true
    if (native) return { id: native }
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

/** The id to store when the canonical one is not the native one: '' is an id that is none, yet stands there. */
export function idToRestore(native: JsonValue | undefined, repeated?: string): string | undefined {
  return native === '' ? '' : repeated
}

/**
 * A minted id stays out: servers that gave none pair results by name and order.
 * @param native the id on the wire where that is another one; null when there is none.
 */
export function encodeId(
  id: string,
  minted: true | undefined,
  native: JsonValue | undefined,
): string | undefined {
  return minted || native === null ? stringOr(native, undefined) : id
}
