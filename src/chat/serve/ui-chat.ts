import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, at, expectArray, expectObject, expectString, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Message } from '../../base/model/types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { ReadConversation } from './accept-answers.js'
import { expectTrust } from './check-options.js'
import { fromBody } from './from-body.js'
import { fromConversation } from './from-conversation.js'
import { fromHistory } from './from-history.js'
import { expectQuestion } from './posting.js'
import { historyIn, type TrustOptions } from './trust.js'
import type { Trigger, UiBody } from './ui-parts.js'

/** The content of a `useChat` post. */
export interface UiChat {
  /** The id of the chat. */
  readonly id: string
  /** The conversation, for `runLoop`. */
  readonly messages: Message[]
  /** Answers to approval requests, for `runLoop`. */
  readonly approvals: Approval[]
  /**
   * The requests whose answers have no effect, because the user sent another message, another answer came
   * first, or the request expired. Inform the user about them.
   */
  readonly superseded: ApprovalRequest[]
  /**
   * The trigger of the post. With `regenerate-message`, the last answer is requested again and is not among
   * the messages.
   */
  readonly trigger: Trigger
  /** The message that is edited or regenerated. */
  readonly messageId?: string
  /** Other members of the body, such as `body` of the transport. Not checked. */
  readonly data: JsonObject
}

/**
 * Reads the body that `useChat` posts. Any client can send such a body: see `TrustOptions` for the accepted
 * content. A call of a server-side tool gets an error result if it has no result and does not wait for
 * approval, so that a posted call never runs.
 *
 * With `conversation`, the function becomes the driver of the conversation, then records the new messages,
 * answers and results. `runLoop({ conversation })` continues as the driver. The approvals are then in the
 * conversation.
 * @param body the result of `request.json()`.
 * @throws AdapterError with the path in the body: `untrusted` for unverified calls, results, approvals and
 * metadata, and for system messages; `wrong-type` and `missing-field` for an invalid body. ConversationError
 * `busy`, before anything is recorded; `unknown-id` for an answer to a request that the conversation does not
 * have; `superseded` for a post with only answers, if their calls and the model's answer are complete.
 * `errorResponse` converts these errors to responses.
 * @example const { id, messages, approvals } = await readUiMessages(await request.json(), { secret })
 */
export async function readUiMessages(body: unknown, options: TrustOptions = {}): Promise<UiChat> {
  expectTrust(options)
  const { id, messages, trigger, messageId, ...data } = expectObject(asJson(body), '')
  const said: UiBody = {
    id: expectString(id, '/id'),
    messages: expectArray(messages, '/messages').map((message, index) =>
      expectMessage(message, at('/messages', index)),
    ),
    trigger: expectTrigger(trigger),
    messageId: stringOr(messageId, undefined),
  }
  const read = await readWith(said, options)
  expectQuestion(read.messages)
  return compact({ id: said.id, ...read, trigger: said.trigger, messageId: said.messageId, data })
}

function readWith(said: UiBody, options: TrustOptions): Promise<ReadConversation> {
  const { conversation } = options
  const history = historyIn(options)
  if (conversation !== undefined) return fromConversation(said, { ...options, conversation })
  return history === undefined ? fromBody(said, options) : fromHistory(said, history, options)
}

const ROLES = ['system', 'user', 'assistant']

function expectMessage(value: JsonValue, path: string): JsonObject {
  const message = expectObject(value, path)
  const role = expectString(message.role, `${path}/role`)
  if (!ROLES.includes(role))
    throw new AdapterError('wrong-type', `${path}/role`, `expected one of ${ROLES.join(', ')}, got ${role}`)
  expectArray(message.parts, `${path}/parts`).forEach((part, index) => {
    const place = at(`${path}/parts`, index)
    expectString(expectObject(part, place).type, `${place}/type`)
  })
  return message
}

function expectTrigger(value: JsonValue | undefined): Trigger {
  if (value === undefined || value === 'submit-message') return 'submit-message'
  if (value === 'regenerate-message') return value
  throw new AdapterError(
    'wrong-type',
    '/trigger',
    'expected "submit-message" or "regenerate-message", as `useChat` sends',
  )
}
