import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { CallIdsOfAnswer, givenId } from '../../base/model/repeated-ids.js'

/**
 * A piece of a streamed call with its native identification. Empty strings count as absent, since several
 * servers send them.
 */
export interface Fragment {
  readonly id?: string | undefined
  readonly index?: number | undefined
  readonly name?: string | undefined
  readonly text?: string | undefined
}

/** A call that is still being streamed. `State` is the data that the adapter needs to finish the call. */
export interface OpenCall<State> {
  /** The id of the call, unique among the calls of the answer. */
  id: string
  /** The name of the tool. It may arrive after the start, or in pieces. */
  name: string
  /** Argument text so far. */
  text: string
  /**
   * The latest non-blank fragment of `text`. It is stored separately, since reading the end of a growing text
   * costs its full length.
   */
  tail: string
  readonly state: State
}

/**
 * Assigns fragments to calls. A fragment with a known id continues the call with this id, unless it begins
 * another call with the same id (llama.cpp and others use one id for all calls of an answer). A fragment with
 * a new id starts a call, even at a used index (Ollama and Gemini's OpenAI endpoint send every call at index
 * 0). A fragment without an id continues the call at its index, or the latest call if it has no index. For
 * bugs of other strategies see https://github.com/apache/maka/issues/1976.
 */
export class CallAccumulator<State> {
  /** The calls, in the order in which they began. */
  readonly calls: OpenCall<State>[] = []
  readonly #byId = new Map<string, OpenCall<State>>()
  /** The latest call with each id that the provider sent. */
  readonly #byGivenId = new Map<string, OpenCall<State>>()
  readonly #ids = new CallIdsOfAnswer()
  readonly #byIndex = new Map<number, OpenCall<State>>()
  #latest: OpenCall<State> | undefined

  /**
   * Returns the call with this id. The id is the provider's, except for further calls with the same provider
   * id.
   */
  get(id: string): OpenCall<State> | undefined {
    return this.#byId.get(id)
  }

  /** Returns the open call that the fragment continues, or undefined if it starts a new call. */
  find(fragment: Fragment): OpenCall<State> | undefined {
    const call = this.#continued(fragment)
    if (call !== undefined && fragment.text?.trimEnd()) call.tail = fragment.text
    return call
  }

  #continued(fragment: Fragment): OpenCall<State> | undefined {
    if (fragment.id) return this.#withId(fragment, this.#byGivenId.get(fragment.id))
    if (fragment.index === undefined)
      return this.#startsAnew(fragment, this.#latest) ? undefined : this.#latest
    const call = this.#byIndex.get(fragment.index)
    return call !== undefined && this.#startsAnew(fragment, call) ? undefined : call
  }

  #withId(fragment: Fragment, call: OpenCall<State> | undefined): OpenCall<State> | undefined {
    if (call === undefined) return undefined
    const atIndex = fragment.index === undefined ? call : this.#byIndex.get(fragment.index)
    if (atIndex !== undefined && givenId(atIndex.id) === fragment.id)
      return isAnother(fragment, atIndex) ? undefined : atIndex
    const begins = atIndex === undefined ? beginsAtNewIndex(fragment, call) : isAnother(fragment, call)
    return begins ? undefined : call
  }

  /** Registers a new call. `given` is the id of the fragment, or a minted id. */
  open(fragment: Fragment, given: string, state: State): OpenCall<State> {
    const id = this.#ids.take(given)
    const call: OpenCall<State> = {
      id,
      name: fragment.name ?? '',
      text: '',
      tail: fragment.text ?? '',
      state,
    }
    this.calls.push(call)
    this.#byId.set(id, call)
    this.#byGivenId.set(given, call)
    if (fragment.index !== undefined) this.#byIndex.set(fragment.index, call)
    this.#latest = call
    return call
  }

  /**
   * Returns true if a fragment starts another call. A name without an id may be a repetition, or a further
   * call after a finished one.
   */
  #startsAnew(fragment: Fragment, call: OpenCall<State> | undefined): boolean {
    if (!fragment.name || call === undefined || call.name === '') return false
    if (fragment.name !== call.name) return true
    return fragment.text?.trimStart().startsWith('{') === true && call.tail.trimEnd().endsWith('}')
  }
}

/**
 * Returns true if a fragment with the id of a call begins another call. Servers may repeat id and name with
 * each piece of a call.
 */
function isAnother({ name, text = '' }: Fragment, call: OpenCall<unknown>): boolean {
  if (!name || call.name === '') return false
  if (name !== call.name) return true
  const mayBegin = text.trimStart().startsWith('{') && call.tail.trimEnd().endsWith('}')
  return mayBegin && isObject(tryParseJson(call.text))
}

/**
 * Returns true if a fragment at an unused index begins a call. A server may also repeat the start of a call
 * at another index.
 */
function beginsAtNewIndex({ name, text = '' }: Fragment, call: OpenCall<unknown>): boolean {
  if (!name || call.name === '') return false
  const continues = text !== '' && !text.trimStart().startsWith('{')
  return !continues || name !== call.name
}
