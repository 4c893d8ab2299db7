import { parseJson } from '../../base/json/parse.js'
import { asJson } from '../../base/json/read-json.js'
import { compact, stringifyJson, stringifySorted } from '../../base/json/write-json.js'
import type { ToolCall } from '../../base/model/types.js'
import { byteLengthOf, digest } from '../../base/seal/digest.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { ToolEvent } from '../events/event-types.js'
import type { CallJournal } from '../executor/call-journal.js'
import type { AllowedTools, ExecutionMode } from '../executor/executor-types.js'
import { resolveAllowed } from '../policy/allowed.js'
import type { Approval } from '../policy/policy-types.js'
import type { QueueRequest } from './queue-client.js'
import { type CallMessage, FORMAT, write } from './queue-messages.js'

/** The shared data of a batch's calls. */
export interface CallBatch {
  readonly context: ToolContext
  /** Unique to this batch: it distinguishes calls without a conversation. */
  readonly scope: string
  readonly mode: ExecutionMode
  readonly approvals: readonly Approval[]
  readonly allowedTools: readonly (AllowedTools | undefined)[]
  readonly isHeard: boolean
  /** The trace of the batch's calls. */
  readonly trace?: Readonly<Record<string, string>> | undefined
  /** Milliseconds. */
  readonly keep: number
  /** Records the calls. */
  readonly journal?: CallJournal | undefined
}

/** Creates the request for the workers. */
export async function queueRequestOf(
  batch: CallBatch,
  call: ToolCall,
  tool: RunnableTool,
  onEvent: (event: ToolEvent) => void,
): Promise<QueueRequest> {
  const { mode, keep, scope } = batch
  const { conversationId } = batch.context
  // A derived id may be reused for another call in a later turn.
  const isLasting = conversationId !== undefined && call.minted !== true
  const approvals = batch.approvals.filter(({ request }) => request.callId === call.id)
  const [key, fingerprint] = await Promise.all([
    batch.journal?.begin(call) ??
      digest(
        stringifyJson([isLasting ? 'conversation' : 'batch', isLasting ? conversationId : scope, call.id]),
      ),
    // A store may have changed the order of members.
    digest(stringifySorted([call.name, call.namespace ?? null, call.arguments ?? null])),
  ])
  const isAllowed = resolveAllowed(...batch.allowedTools)(tool.name)
  const asked: CallMessage = {
    format: FORMAT,
    key,
    batch: scope,
    call,
    context: aboutOf(batch.context),
    approvals,
    mode,
    allowedTools: isAllowed ? 'inherit' : 'none',
    retryable: tool.retryable === true,
    isHeard: batch.isHeard,
    keep,
    ...compact({ version: tool.version, trace: batch.trace }),
  }
  // With an approval it is a different job: the job without one may still exist.
  const given =
    approvals.length === 0 ? '' : `-${(await digest(stringifyJson(asJson(approvals)))).slice(0, 16)}`
  return { asked, job: `call-${key}${given}`, fingerprint, onEvent }
}

/** Returns the size of the request in bytes. */
export function sizeOf({ asked }: QueueRequest): number {
  return byteLengthOf(write(asked))
}

/** Sends the environment of commands as JSON, which contains no trust. */
function aboutOf({ conversationId, callerId, skills, execution }: ToolContext): CallMessage['context'] {
  const where = execution === undefined ? undefined : parseJson(stringifyJson(execution))
  return compact({ conversationId, callerId, skills, execution: where })
}
