import { reasonOf } from '../exchange/refusal.js'
import { compact } from '../json/write.js'
import type { StateStore } from '../tools/context/types.js'
import type { CompleteAnswer } from './answer.js'
import { digest } from './digest.js'
import type { RequestNotes } from './log.js'
import { Recall } from './recall.js'
import type { Asked, Written } from './request.js'
import type { Target } from './target.js'
import { shownKeys } from './token.js'

/** What one request has to do with those before it and after it. */
export class History {
  readonly #asked: Asked
  readonly #recall: Recall
  readonly #notes: RequestNotes

  constructor(asked: Asked, recall: Recall, notes: RequestNotes) {
    this.#asked = asked
    this.#recall = recall
    this.#notes = notes
  }

  /** @param state of all clients; each one finds its own there. */
  static async of(asked: Asked, state: StateStore, notes: RequestNotes): Promise<History> {
    const scope = await digest(shownKeys(asked.headers, asked.client).join('\n'))
    return new History(asked, new Recall(state, scope), notes)
  }

  /** What a target is asked: what it said itself stands in the history as it said it. */
  async asked(target: Target): Promise<Asked> {
    const asked = this.#asked
    if (!this.#isForeign(target)) return asked
    const recalled = await this.#careful(() => this.#recall.recall(asked.conversation, target.adapter.id))
    return recalled === undefined ? asked : { ...asked, conversation: recalled }
  }

  /** What is to be done with an answer before the client has it. Undefined where there is nothing to do. */
  keeping(target: Target, { model }: Written): ((answer: CompleteAnswer) => Promise<void>) | undefined {
    if (!this.#isForeign(target)) return undefined
    return async ({ own, shown }) => {
      const message = { ...own.message, origin: compact({ wire: target.adapter.id, model }) }
      const { messages } = this.#asked.conversation
      await this.#careful(() => this.#recall.remember(message, shown.message, messages))
    }
  }

  /** Clients keep themselves what is of their own wire. */
  #isForeign({ adapter }: Target): boolean {
    return adapter.id !== this.#asked.client.id
  }

  /** Without the state the answer lacks reasoning, which is better than no answer; it is told. */
  async #careful<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work()
    } catch (error) {
      const message = `what was kept aside of earlier answers cannot be had: ${reasonOf(error)}`
      this.#notes.addNotices([{ code: 'proxy-state-failed', severity: 'warning', path: '', message }])
      return undefined
    }
  }
}
