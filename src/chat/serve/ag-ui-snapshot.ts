import { stringifyExact } from '../../base/json/parse.js'
import { asJson } from '../../base/json/read-json.js'
import { createContext, type Notice } from '../../base/model/context.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import { pendingCalls } from '../../tools/pending.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import { pendingApprovals } from '../loop/approvals.js'
import { type AgUiMessage, encodeAgUiMessages } from './ag-ui-history.js'
import { type AgUiInterrupt, agUiOutcome, interruptOf } from './ag-ui-interrupt.js'
import { requestedIn } from './approval-requests.js'
import { lowerCased } from './response.js'
import type { ResponseOptions } from './serve-types.js'
import { type ShownHistory, shownHistory } from './shown-history.js'
import { EVENT_STREAM_HEADERS, frame } from './writer.js'

/** The messages and open interrupts of a stored chat, for a client of AG-UI that opens it. */
export interface AgUiSnapshot {
  /** The messages, for `initialMessages` of the client. */
  messages: AgUiMessage[]
  /** The calls that wait for a person's answer, for `pendingInterrupts` of the client. */
  interrupts: AgUiInterrupt[]
}

/** Options of `agUiSnapshot`. */
export type AgUiSnapshotOptions = Pick<ResponseOptions, 'onError' | 'onNotice'>

/** Options of `snapshotResponse`. Default of `id`: the id of the conversation. */
export type SnapshotResponseOptions = AgUiSnapshotOptions & Pick<ResponseOptions, 'id' | 'runId' | 'headers'>

const OPTIONS: KnownOptions<AgUiSnapshotOptions> = { onError: true, onNotice: true }
const RESPONSE: KnownOptions<SnapshotResponseOptions> = { ...OPTIONS, id: true, runId: true, headers: true }

/**
 * Returns the messages of a stored chat for a client of AG-UI, with the calls that wait for approval. System
 * messages and host data are omitted, and errors of tools are replaced by a general sentence, as in the
 * stream. While a conversation runs, the answers of the running turn are omitted: `resumeResponse` sends them.
 * @throws AdapterError for messages that are not canonical, and for invalid options.
 * @example
 * const { messages, interrupts } = agUiSnapshot(await openConversation(id, { store }))
 */
export function agUiSnapshot(
  of: StoredConversation | readonly Message[],
  options: AgUiSnapshotOptions = {},
): AgUiSnapshot {
  expectOptions(options, OPTIONS, ['agUiSnapshot', 'agUiSnapshot(conversation)'])
  return snapshotOf(shownHistory(of, options), options)
}

/**
 * Answers a client of AG-UI that connects to a chat, with a run of one event, `MESSAGES_SNAPSHOT`. The end of
 * the run has the interrupts that are open and the calls that the client has to answer.
 * @throws errors like `agUiSnapshot`.
 * @example
 * const conversation = await openConversation(threadId, { store })
 * return snapshotResponse(conversation, { runId })
 */
export function snapshotResponse(
  of: StoredConversation | readonly Message[],
  options: SnapshotResponseOptions = {},
): Response {
  expectOptions(options, RESPONSE, ['snapshotResponse', 'snapshotResponse(conversation)'])
  const history = shownHistory(of, options)
  const { messages, interrupts } = snapshotOf(history, options)
  const threadId = options.id ?? history.stored?.id ?? crypto.randomUUID()
  const run = { threadId, runId: options.runId ?? crypto.randomUUID() }
  const outcome = agUiOutcome(interrupts, pendingIn(history))
  const events = [
    { type: 'RUN_STARTED', ...run },
    { type: 'MESSAGES_SNAPSHOT', messages },
    { type: 'RUN_FINISHED', ...run, outcome },
  ]
  const body = events.map((event) => frame(stringifyExact(asJson(event)))).join('')
  return new Response(body, { headers: { ...EVENT_STREAM_HEADERS, ...lowerCased(options.headers) } })
}

function snapshotOf({ messages, shown, stored }: ShownHistory, options: AgUiSnapshotOptions): AgUiSnapshot {
  const context = { ...createContext('ag-ui'), report: (notice: Notice) => options.onNotice?.(notice) }
  const answered = new Set((stored?.calls ?? []).map(({ approval }) => approval?.request.id))
  const open = [...requestedIn(messages).values()].filter(
    ({ request, isLate }) => !isLate && !answered.has(request.id),
  )
  return {
    messages: encodeAgUiMessages(shown, context),
    interrupts: open.map(({ request }) => interruptOf(request)),
  }
}

/** Returns the ids of the calls for the client. Calls that need approval, or that began, run on the server. */
function pendingIn({ messages, stored }: ShownHistory): string[] {
  const asked = new Set(pendingApprovals(messages).map(({ callId }) => callId))
  const hasBegun = (id: string) => (stored?.calls.findLast(({ call }) => call.id === id)?.begun ?? 0) > 0
  return pendingCalls(messages).flatMap(({ id }) => (asked.has(id) || hasBegun(id) ? [] : id))
}
