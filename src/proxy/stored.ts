import type { JsonObject } from '../base/json/json-types.js'
import { asNative } from '../base/json/read-json.js'
import type { Conversation, Message } from '../base/model/types.js'
import { withEarlier } from '../translate/exchange/translate-conversation.js'
import type { ClientRequest } from './client-request.js'
import type { ClientState } from './client-state.js'
import { ProxyFailure } from './proxy-failure.js'

/** The value stored under an id. */
interface StoredConversation {
  /**
   * The keys of the turns so far. Each turn is stored once, regardless of the number of answers that continue
   * from it.
   */
  readonly turns: readonly string[]
  /** The tools, if they also apply to later requests. */
  readonly tools?: Conversation['tools']
  /** The body that is returned to a client that requests the stored value. */
  readonly body: JsonObject
}

/** A request with its earlier turns. */
export interface Continued {
  readonly asked: ClientRequest
  /** The keys of the earlier turns. */
  readonly turns: readonly string[]
}

interface KeptTurn {
  readonly messages: readonly Message[]
}

/**
 * Stores the data that clients of some wires leave with their provider: answers to continue from, and
 * conversations. Only clients with the same key can access it.
 */
export class Stored {
  readonly #state: ClientState

  constructor(state: ClientState) {
    this.#state = state
  }

  /** Returns the stored body for an id, or undefined if it does not exist. */
  async body(id: string): Promise<JsonObject | undefined> {
    return (await this.#read<StoredConversation>('kept', id))?.body
  }

  /** Deletes an id. Returns true if it existed. */
  async delete(id: string): Promise<boolean> {
    if ((await this.body(id)) === undefined) return false
    await this.#state.forget(await this.#state.key('kept', id))
    return true
  }

  /** Creates a conversation. */
  async begin(id: string, messages: readonly Message[], body: JsonObject): Promise<void> {
    const turns = messages.length === 0 ? [] : [await this.#addTurn({ messages })]
    await this.#write('kept', id, { turns, body } satisfies StoredConversation)
  }

  /**
   * Returns the request with the turns before it.
   * @param id the id of the answer or conversation that the request continues.
   * @throws ProxyFailure if the id in the request does not exist.
   */
  async continued(asked: ClientRequest, id: string): Promise<Continued> {
    const { stored } = asked.client.codecs.http
    const kept = await this.#read<StoredConversation>('kept', id)
    const turns = await Promise.all((kept?.turns ?? []).map((turn) => this.#read<KeptTurn>('turn', turn)))
    const whole = turns.flatMap((turn) => turn ?? [])
    if (kept === undefined || whole.length < turns.length)
      throw new ProxyFailure(
        'not-stored',
        `nothing is stored under the id "${id.slice(0, 200)}"`,
        stored?.unknown(asked.body),
      )
    const { conversation } = asked
    const saysInstructions = stored?.keepsTools === true && conversation.messages.some(isSystem)
    const earlier = whole
      .flatMap(({ messages }) => messages)
      .filter((one) => !saysInstructions || !isSystem(one))
    const settled = withEarlier({ ...(kept.tools && { tools: kept.tools }), ...conversation }, earlier)
    return { asked: { ...asked, conversation: settled, hasEarlier: true }, turns: kept.turns }
  }

  /**
   * Stores an answer with its request.
   * @param asked the client's request, without the earlier turns.
   * @param body the answer in the form sent to the client.
   */
  async keep(
    asked: ClientRequest,
    { asked: whole, turns }: Continued,
    answer: { readonly id: string; readonly message: Message; readonly body: JsonObject },
  ): Promise<void> {
    const { stored } = asked.client.codecs.http
    const { tools } = whole.conversation
    const own = asked.conversation.messages.filter((message) => stored?.isForOneTurn?.(message) !== true)
    const turn = await this.#addTurn({ messages: [...own, answer.message] })
    const kept = {
      turns: [...turns, turn],
      ...(stored?.keepsTools && tools && { tools }),
    }
    await this.#write('kept', answer.id, { ...kept, body: answer.body } satisfies StoredConversation)
    const conversation = stored?.conversation?.(asked.body)
    if (conversation === undefined) return
    const body = (await this.body(conversation)) ?? {}
    await this.#write('kept', conversation, { ...kept, body } satisfies StoredConversation)
  }

  async #addTurn(turn: KeptTurn): Promise<string> {
    const id = crypto.randomUUID()
    await this.#write('turn', id, turn)
    return id
  }

  async #write(kind: string, id: string, value: StoredConversation | KeptTurn): Promise<void> {
    await this.#state.write(await this.#state.key(kind, id), value)
  }

  async #read<Value>(kind: string, id: string): Promise<Value | undefined> {
    const value = await this.#state.read(await this.#state.key(kind, id))
    return value && asNative<Value>(value)
  }
}

function isSystem({ role }: Message): boolean {
  return role === 'system'
}
