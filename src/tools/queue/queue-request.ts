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
  /** A text that is unique to this batch and distinguishes calls without a conversation. */
  readonly scope: string
  readonly mode: ExecutionMode
  readonly approvals: readonly Approval[]
  readonly allowedTools: readonly (AllowedTools | undefined)[]
  readonly isHeard: boolean
  /** The trace of the batch's calls. */
  readonly trace?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for which results are kept. */
  readonly keep: number
  /** The journal that records the calls. */
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
  // A minted id may be used again for another call in a later turn.
  const isLasting = conversationId !== undefined && call.minted !== true
  const approvals = batch.approvals.filter(({ request }) => request.callId === call.id)
  const [key, fingerprint] = await Promise.all([
    batch.journal?.begin(call) ??
      digest(
        stringifyJson([isLasting ? 'conversation' : 'batch', isLasting ? conversationId : scope, call.id]),
      ),
    // Members are sorted, since a store may have changed their order.
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
  // A call with an approval is a separate job, since the job without the approval may still exist.
  const given =
    approvals.length === 0 ? '' : `-${(await digest(stringifyJson(asJson(approvals)))).slice(0, 16)}`
  return { asked, job: `call-${key}${given}`, fingerprint, onEvent }
}

/** Returns the size of the request in bytes. */
export function sizeOf({ asked }: QueueRequest): number {
  return byteLengthOf(write(asked))
}

/** Returns the context to send. The environment of commands is JSON, which does not contain trust. */
function aboutOf({ conversationId, callerId, skills, execution }: ToolContext): CallMessage['context'] {
  const where = execution === undefined ? undefined : parseJson(stringifyJson(execution))
  return compact({ conversationId, callerId, skills, execution: where })
}
