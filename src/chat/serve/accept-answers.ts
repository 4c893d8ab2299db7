import { errorResult } from '../../base/model/create.js'
import type { Message, ToolResult } from '../../base/model/types.js'
import type { StateStore } from '../../tools/context/context-types.js'
import { pendingCalls } from '../../tools/pending.js'
import { approveCall, denyCall } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { signApproval } from '../../tools/policy/signature.js'
import { isFirstAnswer } from './answered-requests.js'
import type { UiAnswer } from './ui-parts.js'

/** A person's answer to a request that the server is known to have sent. */
export interface PostedAnswer {
  readonly request: ApprovalRequest
  readonly answer: UiAnswer
  /** Milliseconds since 1970 after which the request cannot be approved. Default: never. */
  readonly expires?: number | undefined
  /** True if the user sent another message before the answer. Default: false. */
  readonly isLate?: boolean | undefined
}

/** The conversation that a client posts, with a person's answers in it. */
export interface ReadConversation {
  readonly messages: Message[]
  readonly approvals: Approval[]
  /** The requests whose answers have no effect. */
  readonly superseded: ApprovalRequest[]
}

/** Options for accepting answers. */
export interface AcceptOptions {
  /** The id of the chat. */
  readonly chat: string
  readonly secret?: string | undefined
  readonly used?: StateStore | undefined
}

/**
 * Accepts the first answer to each request. If an answer is rejected, its call gets an error result, unless
 * the call belongs to an earlier turn. Call this function after all other checks, since each request accepts
 * only one answer.
 */
export async function acceptAnswers(
  given: readonly PostedAnswer[],
  messages: readonly Message[],
  options: AcceptOptions,
): Promise<ReadConversation> {
  const pending = new Map(pendingCalls(messages).map((call) => [call.id, call]))
  const approvals: Approval[] = []
  const superseded: ApprovalRequest[] = []
  const results = new Map<string, ToolResult>()
  for (const one of given) {
    const call = one.isLate === true ? undefined : pending.get(one.request.callId)
    const flaw = call && (await flawOf(one, options))
    if (call !== undefined && flaw === undefined) approvals.push(await approvalOf(one, options))
    else superseded.push(one.request)
    if (call !== undefined && flaw !== undefined) results.set(call.id, errorResult(call, flaw))
  }
  return { messages: replaced(messages, results), approvals, superseded }
}

async function flawOf(
  { request, answer, expires }: PostedAnswer,
  { chat, used }: AcceptOptions,
): Promise<string | undefined> {
  if (answer.isApproved && expires !== undefined && expires < Date.now()) return EXPIRED
  const decision = answer.isApproved ? 'approve' : 'deny'
  const isFirst = await isFirstAnswer({ chat, request, decision, until: expires }, used)
  return isFirst ? undefined : ANSWERED
}

const EXPIRED = 'The request for approval expired before it was answered. The call was not run.'
const ANSWERED =
  'The request for approval was answered before, by another post. Whether this call ran is not known here. Do not repeat it before this is checked.'

async function approvalOf({ request, answer }: PostedAnswer, { secret }: AcceptOptions): Promise<Approval> {
  const approval = answer.isApproved ? approveCall(request) : denyCall(request, answer.reason)
  return secret === undefined ? approval : signApproval(approval, secret)
}

/** Replaces the preliminary results of the calls. */
function replaced(messages: readonly Message[], results: ReadonlyMap<string, ToolResult>): Message[] {
  return messages.map((message) => {
    const parts = message.parts.map((part) =>
      part.type === 'tool-result' && part.preliminary === true ? (results.get(part.callId) ?? part) : part,
    )
    return { ...message, parts }
  })
}
