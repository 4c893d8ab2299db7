import { isObject } from '../../json/read.js'
import type { JsonValue } from '../../json/types.js'
import { compact } from '../../json/write.js'
import { type CompleteToolCall, deniedResult } from '../../model/create.js'
import type { ToolResult } from '../../model/types.js'
import type { RunFlags } from '../define.js'
import { ToolError } from '../errors/tool-error.js'
import { inputOf, wholeCall } from '../input.js'
import { approvalFor, requestFor } from '../policy/approval.js'
import { expectAction } from '../policy/rule.js'
import type { ApprovalRequest, Decision, Policy, Verdict } from '../policy/types.js'
import { isThenable } from '../thenable.js'
import { type Admitted, answered, type Job, tell } from './job.js'
import type { CallOutcome } from './types.js'

/** A call that may run, or what became of it. */
export type Admission =
  | { readonly admitted: Admitted }
  | { readonly result: ToolResult }
  | { readonly outcome: CallOutcome }

/**
 * Finds out whether a call may run: it is whole, its tool is among the allowed ones, the host's hook has no objection, its
 * arguments fit, and policy, tool and person give leave. Arguments that were changed on the way are checked again.
 * @throws ToolError for a call that cannot be run.
 */
export async function admit(job: Job): Promise<Admission> {
  const call = wholeCall(job.call)
  if (!job.batch.isAllowed(job.tool.name)) throw blocked(`The tool "${job.tool.name}" may not be used here.`)
  const verdict = await guarded('A hook', job, () => job.batch.settings.hooks?.before?.(call, job.context))
  if (verdict === undefined || verdict === null) return lawful(job, call)
  if (typeof verdict !== 'object') throw undecided('A hook', verdict)
  if ('deny' in verdict) return denied(job, verdict.deny)
  if ('result' in verdict) return { result: verdict.result }
  return lawful(job, withArguments(call, verdict.arguments))
}

async function lawful(job: Job, call: CompleteToolCall): Promise<Admission> {
  const input = await inputFor(job, call)
  const { action, reason } = await verdictOn(job, call, input)
  if (action === 'deny') return denied(job, reason)
  if (action === 'allow') return { admitted: { call, input } }
  const request = requestFor(call, compact({ conversationId: job.conversationId, reason }))
  const decision = await decisionOn(job, request)
  if (decision.type === 'wait') return waiting(job, request)
  if (decision.type !== 'approve') return denied(job, decision.reason)
  return decision.arguments === undefined
    ? { admitted: { call, input } }
    : changed(job, call, decision.arguments)
}

/** Who gave leave has seen these arguments: only a rule that denies them stands in the way. */
async function changed(job: Job, given: CompleteToolCall, replacement: JsonValue): Promise<Admission> {
  const call = withArguments(given, replacement)
  const input = await inputFor(job, call)
  const { action, reason } = await verdictOn(job, call, input)
  return action === 'deny' ? denied(job, reason) : { admitted: { call, input } }
}

/** Only a schema of its own can take time. */
function inputFor({ tool, batch }: Job, call: CompleteToolCall): Promise<unknown> {
  const input = inputOf(tool, call)
  return tool.validate === undefined ? input : batch.scope.race(input)
}

async function verdictOn(job: Job, call: CompleteToolCall, input: unknown): Promise<Verdict> {
  const { policy } = job.batch.settings
  const verdict = policy && (await verdictOfPolicy(job, call, policy))
  return verdict === undefined || verdict.action === 'allow' ? verdictOfTool(job, input) : verdict
}

/** What the tool says of itself. At once, unless it has to ask: most calls pay for nothing here. */
function verdictOfTool(job: Job, input: unknown): Verdict | Promise<Verdict> {
  const { batch } = job
  const { requiresApproval = false, destructive }: RunFlags<unknown> = job.tool
  const isGuarded = batch.mode === 'guarded' || batch.settings.mode === 'guarded'
  if (isGuarded && destructive === true)
    return { action: 'ask', reason: 'It changes what cannot be changed back.' }
  if (typeof requiresApproval === 'boolean') return requiresApproval ? ASK : ALLOW
  const asked = guarded('The tool', job, () => requiresApproval(input))
  return asked.then((isAsked) => (isAsked === false ? ALLOW : ASK))
}

const ASK: Verdict = { action: 'ask' }
const ALLOW: Verdict = { action: 'allow' }

/** A policy that says nothing of a call has failed. */
function verdictOfPolicy(job: Job, call: CompleteToolCall, policy: Policy): Promise<Verdict> {
  return guarded('The policy', job, async () => {
    const { action, reason } = await policy.decide(call, job.context, job.tool)
    return compact({ action: expectAction(action, '/action'), reason })
  })
}

async function decisionOn(job: Job, request: ApprovalRequest): Promise<Decision> {
  const { approvals, settings } = job.batch
  const given = approvalFor(approvals, request)
  if (given !== undefined) {
    tell(job, { type: 'decided', decision: given.decision })
    return given.decision
  }
  tell(job, { type: 'waiting', request })
  const asked = await guarded('The handler of approvals', job, () => settings.approve?.(request, job.context))
  const decision = asked ?? { type: 'wait' }
  tell(job, { type: 'decided', decision })
  return decision
}

/** What decides about a call and fails lets nothing pass. */
async function guarded<Value>(
  who: string,
  job: Job,
  decide: () => Value | PromiseLike<Value>,
): Promise<Value> {
  const { scope } = job.batch
  try {
    const decided = decide()
    return isThenable(decided) ? await scope.race(decided) : decided
  } catch (cause) {
    throw scope.isOver ? cause : undecided(who, cause)
  }
}

function undecided(who: string, cause: unknown): ToolError {
  const message = `${who} could not decide about the call, so it was not run.`
  return new ToolError(message, { category: 'policy_blocked', cause })
}

function withArguments(call: CompleteToolCall, replacement: JsonValue): CompleteToolCall {
  const { rawArguments: _text, ...rest } = call
  if (rest.kind === 'custom' && typeof replacement === 'string') return { ...rest, arguments: replacement }
  if (rest.kind !== 'custom' && isObject(replacement)) return { ...rest, arguments: replacement }
  throw new ToolError('The arguments that were put in place of the given ones have another form.', {
    category: 'invalid_parameters',
  })
}

function denied(job: Job, reason?: string): Admission {
  const result = { ...deniedResult(job.call, reason), category: 'policy_blocked', retryable: false }
  tell(job, compact({ type: 'denied' as const, result, reason }))
  return { outcome: answered(job, result) }
}

function waiting({ call }: Job, request: ApprovalRequest): Admission {
  return { outcome: { status: 'waiting', call, request } }
}

function blocked(message: string): ToolError {
  return new ToolError(message, { category: 'policy_blocked' })
}
