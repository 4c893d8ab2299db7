import { userMessage } from '../../base/model/create.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { failureOf } from '../../base/model/outcome.js'
import type { Conversation, ModelResponse, Usage } from '../../base/model/types.js'
import { Assembler } from '../../codec/stream/assemble.js'
import type { OutputError } from './error.js'

/** Sends a conversation, and gives the events of the answer. */
export type SendConversation = (conversation: Conversation) => Promise<AsyncIterator<StreamEvent, undefined>>

export interface RetryingOptions {
  readonly wire: string
  /** The most further attempts. */
  readonly retries: number
  /** Aborted when nobody wants the answer any more. Its reason is thrown in place of a further attempt. */
  readonly signal: AbortSignal
  /** Why an answer is not what was asked for. */
  flawOf(response: ModelResponse): Promise<OutputError | undefined>
  /** An attempt failed, and there will be another one. */
  onRetry(flaw: OutputError): void
}

/**
 * Asks again with the errors when an answer does not fit. What came of the attempt before is void then (`restart`). Usage is that of
 * all attempts.
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

/** What was cut off is cut off again, and what was refused is refused again. */
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
