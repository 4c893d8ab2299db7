import type { JsonObject } from '../base/json/json-types.js'
import { asNative } from '../base/json/read-json.js'
import type { Conversation, Message } from '../base/model/types.js'
import { withEarlier } from '../translate/exchange/translate-conversation.js'
import type { ClientRequest } from './client-request.js'
import type { ClientState } from './client-state.js'
import { ProxyFailure } from './proxy-failure.js'

/** What is kept under an id. */
interface StoredConversation {
  /** The keys of the turns so far; each is kept once, however many answers go on from it. */
  readonly turns: readonly string[]
  /** The tools, where they hold for the next requests. */
  readonly tools?: Conversation['tools']
  /** What a client gets that asks for it. */
  readonly body: JsonObject
}

/** A request with the turns before it. */
export interface Continued {
  readonly asked: ClientRequest
  /** The keys of those turns. */
  readonly turns: readonly string[]
}

interface KeptTurn {
  readonly messages: readonly Message[]
}

/**
 * Keeps what clients of some wires leave with their provider: answers to go on from, and conversations. Only clients that
 * show the same key find it.
 */
export class Stored {
  readonly #state: ClientState

  constructor(state: ClientState) {
    this.#state = state
  }

  /** What is told of an id; undefined when nothing is kept under it. */
  async body(id: string): Promise<JsonObject | undefined> {
    return (await this.#read<StoredConversation>('kept', id))?.body
  }

  /** Forgets an id. Gives whether there was something to forget. */
  async delete(id: string): Promise<boolean> {
    if ((await this.body(id)) === undefined) return false
    await this.#state.forget(await this.#state.key('kept', id))
    return true
  }

  /** Begins a conversation. */
  async begin(id: string, messages: readonly Message[], body: JsonObject): Promise<void> {
    const turns = messages.length === 0 ? [] : [await this.#addTurn({ messages })]
    await this.#write('kept', id, { turns, body } satisfies StoredConversation)
  }

  /**
   * The request with the turns before it.
   * @throws ProxyFailure when nothing is kept under the id that it names.
   */
  async continued(asked: ClientRequest): Promise<Continued> {
    const { stored } = asked.client.codecs.http
    const id = stored?.after(asked.body)
    if (id === undefined || stored === undefined) return { asked, turns: [] }
    const kept = await this.#read<StoredConversation>('kept', id)
    const turns = await Promise.all((kept?.turns ?? []).map((turn) => this.#read<KeptTurn>('turn', turn)))
    const whole = turns.flatMap((turn) => turn ?? [])
    if (kept === undefined || whole.length < turns.length)
      throw new ProxyFailure(
        'not-stored',
        `nothing is stored under the id "${id.slice(0, 200)}"`,
        stored.unknown(asked.body),
      )
    const { conversation } = asked
    const saysInstructions = stored.keepsTools === true && conversation.messages.some(isSystem)
    const earlier = whole
      .flatMap(({ messages }) => messages)
      .filter((one) => !saysInstructions || !isSystem(one))
    const settled = withEarlier({ ...(kept.tools && { tools: kept.tools }), ...conversation }, earlier)
    return { asked: { ...asked, conversation: settled, hasEarlier: true }, turns: kept.turns }
  }

  /**
   * Keeps an answer with what it answers.
   * @param asked as the client sent it, without the turns before.
   * @param body the answer, as the client gets it.
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
