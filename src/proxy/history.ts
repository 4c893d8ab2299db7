import type { JsonObject } from '../base/json/json-types.js'
import { parseExact } from '../base/json/parse.js'
import { compact } from '../base/json/write-json.js'
import { createContext } from '../base/model/context.js'
import { outcomeOf } from '../base/model/outcome.js'
import type { Message, ModelResponse } from '../base/model/types.js'
import type { GivenAnswer } from './answer-client.js'
import type { ClientRequest, Written } from './client-request.js'
import type { ClientState } from './client-state.js'
import type { Known } from './kept-answers.js'
import type { Target } from './proxy-target.js'
import { Recall } from './recall.js'
import type { RequestNotes } from './request-notes.js'
import { noteAuthor, withOwnSignatures } from './signature-authors.js'
import { type Continued, Stored } from './stored.js'

/** The author of an answer, as far as the history depends on it. */
export interface HistoryAuthor extends Pick<Target, 'adapter' | 'substitutes' | 'model'> {
  /** The wires whose answers are restored. Default: the wire of `adapter`. */
  readonly wires?: readonly string[] | undefined
}

/** Reports failures of the state. */
export type StateNotes = Pick<RequestNotes, 'addStateFailure'>

/** Links one request to earlier and later requests. */
export class History {
  readonly #asked: ClientRequest
  readonly #recall: Recall
  readonly #state: ClientState
  readonly #notes: StateNotes
  readonly #isMixed: boolean
  #continued: Promise<Continued> | undefined
  #known: Promise<readonly Known[] | undefined> | undefined

  /** @param isMixed true if some answers to clients of this wire come from other wires. */
  constructor(asked: ClientRequest, state: ClientState, notes: StateNotes, isMixed: boolean) {
    this.#asked = asked
    this.#isMixed = isMixed
    this.#recall = new Recall(state)
    this.#state = state
    this.#notes = notes
  }

  /** True if the client may continue from the answer by its id. */
  get #isKept(): boolean {
    const { client, body } = this.#asked
    return client.codecs.http.stored?.keeps(body) === true
  }

  /**
   * Returns the request for a target, with the turns that the client stored with its provider, and with the
   * target's earlier answers in their original form. Clients of the target's wire store their turns with the
   * provider, not with the proxy.
   * @throws ProxyFailure for turns that do not exist.
   */
  async asked(target: HistoryAuthor): Promise<ClientRequest> {
    await this.#state.settled()
    if (!this.#isForeign(target))
      return (await this.#careful(() => withOwnSignatures(this.#asked, target, this.#state))) ?? this.#asked
    const { asked } = await this.#whole()
    const { conversation } = asked
    this.#known ??= this.#careful(() => this.#recall.find(conversation))
    const known = await this.#known
    if (known === undefined) return asked
    const { adapter, wires = [adapter.id] } = target
    const recalled = await this.#careful(() => this.#recall.recall(conversation, known, wires))
    return recalled === undefined ? asked : { ...asked, conversation: recalled }
  }

  /**
   * Returns the function to call with an answer before the client receives its end. Clients may keep the
   * received part of an interrupted answer.
   */
  keeping(target: HistoryAuthor, written: Pick<Written, 'model'>): (answer: GivenAnswer) => Promise<void> {
    const keep = this.#keeper(target, written)
    return (answer) => this.#state.storing(() => keep(answer))
  }

  #keeper(target: HistoryAuthor, { model }: Pick<Written, 'model'>): (answer: GivenAnswer) => Promise<void> {
    if (!this.#isForeign(target)) return (answer) => this.#note(answer, target, model)
    return async ({ own, shown }) => {
      const continued = await this.#whole()
      const wire = own.message.origin?.wire ?? target.adapter.id
      const message = { ...own.message, origin: compact({ wire, model }) }
      const known = await this.#known
      await this.#careful(() =>
        this.#recall.remember(message, shown.message, { asked: continued.asked.conversation, known }),
      )
      const { client } = this.#asked
      if (!this.#isKept || shown.id === undefined || outcomeOf(own.finish) === 'failed') return
      const isTold = client.codecs.http.stored?.path !== undefined
      const body = isTold ? toldAnswer(shown, this.#asked) : {}
      await new Stored(this.#state).keep(this.#asked, continued, {
        id: shown.id,
        message: shown.message,
        body,
      })
    }
  }

  /**
   * Stores a message that replaces all earlier messages, if the client may continue from the answer by its
   * id.
   */
  async keepSummary(answer: ModelResponse, message: Message): Promise<void> {
    if (!this.#isKept || answer.id === undefined) return
    const asked = { ...this.#asked, conversation: { messages: [] } }
    const body = toldAnswer(answer, this.#asked)
    await new Stored(this.#state).keep(asked, { asked, turns: [] }, { id: answer.id, message, body })
  }

  /**
   * Records an answer and its author, so that similar answers of other wires are not confused with this
   * answer.
   */
  async #note(
    { own, shown }: GivenAnswer,
    { adapter }: HistoryAuthor,
    model: string | undefined,
  ): Promise<void> {
    const { conversation: asked } = this.#asked
    await this.#careful(async () => {
      if (model !== undefined) await noteAuthor(own.message, { wire: adapter.id, model }, this.#state)
      if (this.#isMixed) await this.#recall.remember(undefined, shown.message, { asked, known: undefined })
    })
  }

  /** Returns the request with its earlier turns, which are read once. */
  #whole(): Promise<Continued> {
    this.#continued ??= this.#withEarlier()
    return this.#continued
  }

  async #withEarlier(): Promise<Continued> {
    const { client, body } = this.#asked
    const id = client.codecs.http.stored?.after(body)
    if (id === undefined) return { asked: this.#asked, turns: [] }
    return new Stored(this.#state).continued(this.#asked, id)
  }

  /**
   * Returns true if the proxy has to store the answer. Clients keep the answers of their wire, unless the
   * proxy ran calls for an answer.
   */
  #isForeign({ adapter, substitutes }: HistoryAuthor): boolean {
    return adapter.id !== this.#asked.client.id || substitutes !== undefined
  }

  /** Runs work with the state. If the state fails, a notice is reported, and the answer lacks reasoning. */
  async #careful<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#notes.addStateFailure('the state of earlier turns is not available', error)
      return undefined
    }
  }
}

/** Returns an answer in the form that the client received. */
function toldAnswer(
  answer: ModelResponse,
  { client, body: request, answerFields }: ClientRequest,
): JsonObject {
  const context = createContext(client.id, { parseExact, request, answerFields })
  return client.codecs.response.encode(answer, context)
}
