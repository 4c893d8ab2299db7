import { userMessage } from '../../base/model/create.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { failureOf } from '../../base/model/outcome.js'
import type { Conversation, ModelResponse, Usage } from '../../base/model/types.js'
import { Assembler } from '../../codec/stream/assemble.js'
import type { OutputError } from './error.js'

/** A function that sends a conversation and returns the events of the answer. */
export type SendConversation = (conversation: Conversation) => Promise<AsyncIterator<StreamEvent, undefined>>

export interface RetryingOptions {
  readonly wire: string
  /** The maximum number of further attempts. */
  readonly retries: number
  /**
   * Aborted when the answer is no longer needed. The reason of the signal is thrown in place of a further
   * attempt.
   */
  readonly signal: AbortSignal
  /** Returns the error of an answer that does not contain the requested object. */
  flawOf(response: ModelResponse): Promise<OutputError | undefined>
  /** Called when an attempt has failed and another one follows. */
  onRetry(flaw: OutputError): void
}

/**
 * Repeats the request with the errors if an answer does not fit. The output of the previous attempt is then
 * discarded (`restart`). Usage is the sum of all attempts.
 * @throws the reason of the signal.
 */
export async function* retrying(
  conversation: Conversation,
  attempt: SendConversation,
  { wire, retries, signal, flawOf, onRetry }: RetryingOptions,
): AsyncGenerator<StreamEvent, undefined> {
  let asked = conversation
  let usage: Usage | undefined
  for (let left = retries; ; left -= 1) {
    const assembler = new Assembler(wire)
    const finish = yield* untilFinish(await attempt(asked), assembler)
    if (finish === undefined) return
    const response = assembler.response()
    usage = added(usage, response.usage)
    const flaw = left > 0 && failureOf(response) === undefined ? await flawOf(response) : undefined
    if (flaw === undefined || !isWorthAsking(flaw)) {
      yield usage === undefined ? finish : { ...finish, usage }
      return
    }
    asked = { ...asked, messages: [...asked.messages, response.message, userMessage(adviceOf(flaw))] }
    yield { type: 'restart' }
    signal.throwIfAborted()
    onRetry(flaw)
  }
}

async function* untilFinish(
  events: AsyncIterator<StreamEvent, undefined>,
  assembler: Assembler,
): AsyncGenerator<StreamEvent, FinishEvent | undefined> {
  let finish: FinishEvent | undefined
  for await (const event of { [Symbol.asyncIterator]: () => events }) {
    assembler.push(event)
    if (event.type === 'finish') finish = event
    else yield event
  }
  return finish
}

/**
 * Returns true if another attempt may help. Truncated answers would be truncated again, and refusals would be
 * repeated.
 */
function isWorthAsking({ reason }: OutputError): boolean {
  return reason !== 'cut' && reason !== 'refused'
}

function adviceOf(flaw: OutputError): string {
  return `Your answer cannot be used: ${flaw.message}\nAnswer again, with nothing but JSON that fits the schema.`
}

function added(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const sum: Record<string, number> = {}
  for (const usage of [one, other])
    for (const [name, count] of Object.entries(usage)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
