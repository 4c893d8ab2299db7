import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import { valueKind } from '../../base/model/expect.js'
import { copyOf, inputOf } from '../call-input.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunFlags, RunnableTool } from '../define-tool.js'
import { ToolError } from '../errors/tool-error.js'
import { isThenable } from '../thenable.js'
import { requestFor } from './approval.js'
import { expectAction } from './compiled-rule.js'
import type { ApprovalRequest, Decision, Policy, Verdict } from './policy-types.js'
import { shownInput } from './shown-input.js'

/** A call with the tool that would run it. */
export interface Candidate {
  readonly call: CompleteToolCall
  readonly tool: RunnableTool
  readonly context: ToolContext
}

/** A call that may run, and the input of `execute`. */
export interface Admitted {
  readonly call: CompleteToolCall
  readonly input: unknown
}

/** The policy and the person that decide whether a call runs. */
export interface Judges {
  readonly policy?: Policy | undefined
  /** True if destructive tools need approval. */
  readonly isGuarded?: boolean
  /** True if destructive tools are denied. */
  readonly refusesDestructive?: boolean
  /** The time limit for the decision. */
  readonly scope: AnswerDeadline
  /** Returns the person's answer. */
  decide(request: ApprovalRequest): Decision | Promise<Decision>
}

/** The deadline for an answer. */
export interface AnswerDeadline {
  readonly isOver: boolean
  /**
   * Waits for work until the deadline.
   * @throws the reason of the deadline when it has passed.
   */
  race<Value>(work: PromiseLike<Value>): PromiseLike<Value>
}

/** The permission or refusal of a call. */
export type Permission =
  | { readonly type: 'granted'; readonly admitted: Admitted }
  | { readonly type: 'refused'; readonly reason?: string }
  | { readonly type: 'waiting'; readonly request: ApprovalRequest }

/**
 * Checks that a call may run: its arguments fit, and policy, tool and person approve. Arguments that the
 * person changed are checked again. Since the person has seen these arguments, only a rule that denies can
 * still stop the call.
 * @throws ToolError for a call that cannot be run.
 */
export async function permit(candidate: Candidate, judges: Judges): Promise<Permission> {
  const { call, context } = candidate
  const input = await checkedInput(candidate, judges)
  const { action, reason } = await verdictOn(candidate, input, judges)
  if (action === 'allow') return granted(call, input)
  if (action === 'deny') return refused(reason)
  // The call is copied, since the host's objects may change while a person is asked.
  const asked: CompleteToolCall = asNative(copyOf(asJson(call)))
  const { conversationId } = context
  const shown = shownTo(candidate, input)
  const request = asNative<ApprovalRequest>(
    copyOf(asJson(requestFor(call, compact({ tool: candidate.tool, conversationId, reason, input: shown })))),
  )
  const decision = await judges.decide(request)
  if (decision.type === 'wait') return { type: 'waiting', request }
  if (decision.type !== 'approve') return refused(decision.reason)
  if (decision.arguments === undefined) return granted(asked, input)
  const changed = { ...candidate, call: withArguments(asked, decision.arguments) }
  const replaced = await checkedInput(changed, judges)
  const last = await verdictOn(changed, replaced, judges)
  return last.action === 'deny' ? refused(last.reason) : granted(changed.call, replaced)
}

function granted(call: CompleteToolCall, input: unknown): Permission {
  return { type: 'granted', admitted: { call, input } }
}

function refused(reason: string | undefined): Permission {
  return compact({ type: 'refused' as const, reason })
}

/** Checks the input. Only a schema of a library can be asynchronous. */
function checkedInput({ tool, call }: Candidate, { scope }: Judges): PromiseLike<unknown> {
  const input = inputOf(tool, call)
  return tool.validate === undefined ? input : scope.race(input)
}

/** Returns the input of the tool as JSON. Only a schema of a library changes the arguments. */
function shownTo({ tool, call }: Candidate, input: unknown): JsonValue {
  return tool.validate === undefined ? call.arguments : shownInput(input)
}

async function verdictOn(candidate: Candidate, input: unknown, judges: Judges): Promise<Verdict> {
  const { policy, refusesDestructive } = judges
  // An approval, which a policy may ask for, must not allow the call.
  if (refusesDestructive && candidate.tool.destructive === true)
    return { action: 'deny', reason: DESTRUCTIVE }
  const verdict = policy && (await verdictOfPolicy(candidate, input, judges, policy))
  return verdict === undefined || verdict.action === 'allow'
    ? verdictOfTool(candidate, input, judges)
    : verdict
}

/** Returns the verdict of a policy. A policy that returns no verdict has failed. */
function verdictOfPolicy(
  candidate: Candidate,
  input: unknown,
  { scope }: Judges,
  policy: Policy,
): Promise<Verdict> {
  const { call, context, tool } = candidate
  return guarded('The policy', scope, async () => {
    const { action, reason } = await policy.decide(call, context, tool, shownTo(candidate, input))
    return compact({ action: expectAction(action, '/action'), reason })
  })
}

/**
 * Returns the verdict of the tool's flags. The function is synchronous unless a function of the tool has to
 * be called, so that most calls have no overhead.
 */
function verdictOfTool({ tool }: Candidate, input: unknown, judges: Judges): Verdict | Promise<Verdict> {
  const { requiresApproval = false, destructive }: RunFlags<unknown> = tool
  if (judges.isGuarded && destructive === true) return { action: 'ask', reason: DESTRUCTIVE }
  if (typeof requiresApproval === 'boolean') return requiresApproval ? ASK : ALLOW
  const asked = guarded('The tool', judges.scope, () => requiresApproval(input))
  return asked.then((isAsked) => (isAsked === false ? ALLOW : ASK))
}

const DESTRUCTIVE = 'The tool is destructive.'
const ASK: Verdict = { action: 'ask' }
const ALLOW: Verdict = { action: 'allow' }

/** Returns the value of code that decides whether a call runs. If the code fails, the call is denied. */
export async function guarded<Value>(
  who: string,
  scope: AnswerDeadline,
  decide: () => Value | PromiseLike<Value>,
): Promise<Value> {
  try {
    const decided = decide()
    return isThenable(decided) ? await scope.race(decided) : decided
  } catch (cause) {
    throw scope.isOver ? cause : undecided(who, cause)
  }
}

/**
 * Returns the answer of an approval handler. No answer means that the call waits.
 * @throws AdapterError for another value, such as `true`.
 */
export function expectDecision(decision: Decision | undefined | null): Decision {
  if (decision === undefined || decision === null) return { type: 'wait' }
  if (DECISIONS.includes(decision.type)) return decision
  throw new AdapterError(
    'wrong-type',
    '/approve',
    `approve returns { type: 'approve' }, { type: 'deny', reason } or { type: 'wait' }. Got ${valueKind(decision)}`,
  )
}

const DECISIONS: readonly unknown[] = ['approve', 'deny', 'wait']

/** Creates the error for a call that could not be decided. */
export function undecided(who: string, cause: unknown): ToolError {
  const message = `${who} could not decide on the call, so it was not run.`
  return new ToolError(message, { category: 'policy_blocked', cause })
}

/**
 * Returns the call with replaced arguments.
 * @throws ToolError for arguments of another form.
 */
export function withArguments(call: CompleteToolCall, replacement: JsonValue): CompleteToolCall {
  const { rawArguments: _text, ...rest } = call
  if (rest.kind === 'custom' && typeof replacement === 'string') return { ...rest, arguments: replacement }
  if (rest.kind !== 'custom' && isObject(replacement)) return { ...rest, arguments: replacement }
  throw new ToolError('The replaced arguments have another form than the original ones.', {
    category: 'invalid_parameters',
  })
}
