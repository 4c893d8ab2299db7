import type { JsonValue } from '../../base/json/json-types.js'
import { compact, equalJson } from '../../base/json/write-json.js'
import {
  type Called,
  expectGiven,
  expectList,
  expectOptions,
  type KnownOptions,
} from '../../base/model/expect.js'
import type { ToolCall } from '../../base/model/types.js'
import { hexOf } from '../../base/seal/digest.js'
import type { StateStore } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { Approval, ApprovalRequest } from './policy-types.js'
import { isSigned } from './signature.js'

/** Options of `approveCall`. */
export interface ApproveOptions {
  /** Arguments that replace the model's. They are checked in the same way. Default: the model's arguments. */
  readonly arguments?: JsonValue | undefined
  /** Milliseconds since 1970 after which the approval expires. Default: never. */
  readonly expires?: number | undefined
}

const ASKED: Called = ['this is not a request for approval', 'pass one of pendingApprovals(messages)']

const APPROVE: KnownOptions<ApproveOptions> = { arguments: true, expires: true }

/**
 * Approves a call. The approval is JSON: store it, send it to another process, pass it to `execute` as one of
 * the `approvals`. An approval allows a call to run. Accept approvals only from the person who was asked, and
 * sign them with `signApproval` if others could create approvals.
 * @example
 * const { waiting } = await executor.settle(calls)
 * await executor.settle(calls, { approvals: waiting.map((request) => approveCall(request)) })
 */
export function approveCall(request: ApprovalRequest, options: ApproveOptions = {}): Approval {
  expectGiven(request, ASKED, '/request')
  expectOptions(options, APPROVE, ['approveCall', 'approveCall(request, { expires })'])
  const decision = compact({ type: 'approve' as const, arguments: options.arguments })
  return compact({ request, decision, expires: options.expires })
}

/**
 * Denies a call. The result is JSON, like that of `approveCall`.
 * @param reason for the model.
 */
export function denyCall(request: ApprovalRequest, reason?: string): Approval {
  expectGiven(request, ASKED, '/request')
  return { request, decision: compact({ type: 'deny' as const, reason }) }
}

/** Facts about a call that its approval request contains. */
export interface RequestFacts extends Pick<ApprovalRequest, 'reason' | 'input'> {
  /** The tool of the call. */
  readonly tool?: Pick<RunnableTool, 'origin' | 'definition'> | undefined
  readonly conversationId?: string | undefined
}

/** Creates the approval request of a call. Arguments that did not arrive completely are `null`. */
export function requestFor(call: ToolCall, { tool, ...facts }: RequestFacts): ApprovalRequest {
  const { id: callId, name, namespace } = call
  const kind = call.kind === 'function' ? undefined : call.kind
  const id = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  const { origin, definition } = tool ?? {}
  const given = call.arguments ?? null
  return compact({ id, callId, name, namespace, kind, origin, definition, arguments: given, ...facts })
}

/** The settings for checking approvals. */
export interface ApprovalCheck {
  /** The secret that must have signed the approvals. Default: no signature is required. */
  readonly secret?: string | undefined
  /** Stores the used approvals. */
  readonly used: StateStore
  /** Called with the reason when an approval is rejected. */
  onRefused(why: string): void
}

/**
 * Returns the approval or denial of a call: the last valid answer to the request. An approval is valid if it
 * has not expired, is signed if required, and is unused; it is then marked as used.
 * @throws the error of the store: it is then unknown whether the approval was used.
 */
export async function takeApproval(
  approvals: readonly Approval[],
  request: ApprovalRequest,
  check: ApprovalCheck,
): Promise<Approval | undefined> {
  const all = [...approvals]
  for (;;) {
    const approval = approvalFor(all, request)
    if (approval === undefined) reportOthers(all, request, check)
    if (approval?.decision.type !== 'approve') return approval
    const why = await flawOf(approval, check)
    if (why === undefined) return approval
    check.onRefused(why)
    all.splice(all.lastIndexOf(approval))
  }
}

/** Reports the answers to another request for the same call, which are not answers to this request. */
function reportOthers(all: readonly Approval[], asked: ApprovalRequest, { onRefused }: ApprovalCheck): void {
  const other = all.findLast(({ request }) => request?.callId === asked.callId)?.request
  if (other === undefined) return
  const differs = (['name', 'kind', 'conversationId', 'origin', 'definition', 'arguments'] as const).filter(
    (member) => JSON.stringify(other[member] ?? null) !== JSON.stringify(asked[member] ?? null),
  )
  onRefused(`it answers another request, with another ${differs.join(', ') || 'id'}; ask the person again`)
}

async function flawOf(approval: Approval, { secret, used }: ApprovalCheck): Promise<string | undefined> {
  const { expires } = approval
  if (expires !== undefined && !(Date.now() <= expires)) return 'it has expired'
  if (secret !== undefined && !(await isSigned(approval, secret))) return 'it is not signed with the secret'
  return (await isFirstUse(approval, used)) ? undefined : 'it was used before'
}

/** Uses an atomic operation if the store has one, so that only one of two processes uses the approval. */
async function isFirstUse({ request }: Approval, used: StateStore): Promise<boolean> {
  if (used.isBroken) throw new Error('The store is marked as broken.')
  const key = JSON.stringify(['toolwire:used-approval', request.callId, request.id])
  if (used.replace !== undefined) return used.replace(key, undefined, 'true')
  // Untyped stores may return null for an absent key.
  if (((await used.get(key)) ?? undefined) !== undefined) return false
  await used.set(key, 'true')
  return true
}

/**
 * Checks answers to requests for approval.
 * @throws AdapterError for a value that is not an approval, such as `{ approved: true }`.
 */
export function expectApprovals(approvals: readonly Approval[], path: string): void {
  const usage = 'approveCall(request) makes one'
  expectList(approvals, ['approvals are a list', usage], path)
  for (const [index, approval] of approvals.entries()) {
    expectGiven(approval?.decision, ['this is not an approval', usage], `${path}/${index}`)
    expectGiven(approval.request, ['this is not an approval', usage], `${path}/${index}`)
  }
}

/**
 * Returns the approval that answers a request: an approval for the same call of the same tool (with the same
 * origin and definition) in the same conversation, with equal arguments as JSON. If there are several, the
 * last one counts; `wait` is not an answer.
 * @param approvals in the order in which they were given.
 */
export function approvalFor(approvals: readonly Approval[], request: ApprovalRequest): Approval | undefined {
  expectList(approvals, ['approvalFor needs approvals', 'approvalFor(approvals, request)'])
  expectGiven(request, ['approvalFor needs a request', 'one of pendingApprovals'], '/request')
  expectApprovals(approvals, '')
  return approvals.findLast(
    ({ request: other, decision }) => decision.type !== 'wait' && isSameCall(other, request),
  )
}

function isSameCall(one: ApprovalRequest, other: ApprovalRequest): boolean {
  return (
    one.callId === other.callId &&
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.kind === other.kind &&
    one.origin === other.origin &&
    one.definition === other.definition &&
    one.conversationId === other.conversationId &&
    equalJson(one.arguments, other.arguments) &&
    equalJson(toolInput(one), toolInput(other))
  )
}

function toolInput({ arguments: given, input = given }: ApprovalRequest): JsonValue {
  return input
}
