import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import type { ToolResult } from '../../base/model/types.js'
import { expectCompleteCall } from '../call-input.js'
import { ToolError } from '../errors/tool-error.js'
import { takeApproval } from '../policy/approval.js'
import { type Admitted, expectDecision, guarded, permit, undecided, withArguments } from '../policy/permit.js'
import type { Approval, ApprovalRequest, Decision } from '../policy/policy-types.js'
import { refusedResult } from '../waiting-result.js'
import { reportWarning } from '../warn.js'
import type { CallOutcome } from './executor-types.js'
import { answered, emit, type Job } from './job.js'

/** A call that may run, or its outcome. */
export type Admission =
  | { readonly admitted: Admitted }
  | { readonly result: ToolResult }
  | { readonly outcome: CallOutcome }

/**
 * Checks that a call may run: it is complete, its tool is allowed, the host's hook does not object, its
 * arguments fit, and policy, tool and person approve. Arguments that were changed in between are checked
 * again.
 * @throws ToolError for a call that cannot be run.
 */
export async function admit(job: Job): Promise<Admission> {
  const { batch, context } = job
  const call = expectCompleteCall(job.call)
  if (!batch.isAllowed(job.tool.name)) throw blocked(`The tool "${job.tool.name}" is not allowed here.`)
  const verdict = await guarded('A hook', batch.scope, () => batch.settings.hooks?.before?.(call, context))
  if (verdict === undefined || verdict === null) return lawful(job, call)
  if (typeof verdict !== 'object') throw undecided('A hook', verdict)
  if ('deny' in verdict) return denied(job, verdict.deny)
  if ('result' in verdict) return { result: verdict.result }
  return lawful(job, withArguments(call, verdict.arguments))
}

async function lawful(job: Job, call: CompleteToolCall): Promise<Admission> {
  const { tool, context, batch } = job
  const permission = await permit(
    { call, tool, context },
    {
      policy: batch.settings.policy,
      isGuarded: batch.mode === 'guarded' || batch.settings.mode === 'guarded',
      refusesDestructive: batch.refusesDestructive === true,
      scope: batch.scope,
      decide: (request) => decisionOn(job, request),
    },
  )
  if (permission.type === 'refused') return denied(job, permission.reason)
  if (permission.type === 'granted') return permission
  return { outcome: { status: 'waiting', call: job.call, request: permission.request } }
}

async function decisionOn(job: Job, request: ApprovalRequest): Promise<Decision> {
  const { settings, scope } = job.batch
  const given = await givenBefore(job, request)
  if (given !== undefined) {
    emit(job, { type: 'decided', decision: given.decision })
    return given.decision
  }
  emit(job, { type: 'waiting', request })
  const decision = await guarded('The approval handler', scope, async () =>
    expectDecision(await settings.approve?.(request, job.context)),
  ).catch((error: unknown) => {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof AdapterError) void reportWarning(settings.onWarning, { message: cause.message })
    throw error
  })
  emit(job, { type: 'decided', decision })
  return decision
}

/** Returns the passed approval. Without a store that records used approvals, approvals are rejected. */
function givenBefore({ batch, context, call }: Job, request: ApprovalRequest): Promise<Approval | undefined> {
  const { approvals, settings, scope } = batch
  return guarded('The store of used approvals', scope, () =>
    takeApproval(approvals, request, {
      secret: settings.approvalSecret,
      used: settings.approvalState ?? context.state,
      onRefused: (why) =>
        void reportWarning(settings.onWarning, {
          message: `An approval of the call "${call.id}" does not count: ${why}.`,
        }),
    }),
  )
}

function denied(job: Job, reason?: string): Admission {
  const result = refusedResult(job.call, reason)
  emit(job, compact({ type: 'denied' as const, result, reason }))
  return { outcome: answered(job, result) }
}

function blocked(message: string): ToolError {
  return new ToolError(message, { category: 'policy_blocked' })
}
