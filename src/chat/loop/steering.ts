import { AdapterError } from '../../base/json/adapter-error.js'
import { userMessage } from '../../base/model/create.js'
import { expectMessage } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import { type Deferred, deferred } from '../provider/open-promise.js'
import type { LoopFinishReason } from './loop-events.js'

/** A message that waits for the next request. */
interface Waiting {
  readonly message: Message
  readonly said: Deferred
}

/** Messages of the user to a running loop. */
export class Steering {
  readonly #waiting: Waiting[] = []
  #ended: LoopFinishReason | undefined

  /** @param onMessage called after each message. */
  constructor(private readonly onMessage: () => void) {}

  /** True if a message waits for the next request. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /**
   * Adds a message. Resolves once the message is in the conversation.
   * @throws AdapterError for a message that is not the user's, or after the end of the loop.
   */
  async add(given: Message | string): Promise<void> {
    const message = typeof given === 'string' ? userMessage(given) : given
    expectMessage(message)
    if (message.role !== 'user')
      throw new AdapterError('wrong-type', '/role', 'a loop is steered with messages of the user')
    if (this.#ended !== undefined) throw tooLate(this.#ended)
    const said = deferred()
    this.#waiting.push({ message, said })
    this.onMessage()
    return said.promise
  }

  /** Adds the waiting messages to the conversation, in their order. */
  async sayTo(say: (message: Message) => Promise<void>): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await say(next.message)
      } catch (error) {
        next.said.reject(error)
        throw error
      }
      next.said.resolve()
    }
  }

  /** Rejects the waiting messages and all later ones. */
  end(reason: LoopFinishReason): void {
    this.#ended ??= reason
    for (const { said } of this.#waiting.splice(0)) said.reject(tooLate(this.#ended))
  }
}

function tooLate(reason: LoopFinishReason): AdapterError {
  const message = `the loop has ended (${reason}) without this message; begin a new loop with the message`
  return new AdapterError('unsupported', '', message)
}
