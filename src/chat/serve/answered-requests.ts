import type { StateStore } from '../../tools/context/context-types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { DEFAULT_APPROVAL_TTL } from './seal.js'

/** An answer of a client to a request. */
export interface ClientAnswer {
  /** The id of the chat. */
  readonly chat: string
  readonly request: ApprovalRequest
  readonly decision: 'approve' | 'deny'
  /** Milliseconds since 1970 after which the answer would be rejected in any case. Default: in 24 hours. */
  readonly until?: number | undefined
}

/**
 * Records an answer. Returns true for the first answer to a request, and for each repeated denial, which has
 * no further effect.
 * @param used the store of all processes. Default: the memory of this process.
 */
export async function isFirstAnswer(answer: ClientAnswer, used?: StateStore): Promise<boolean> {
  const { chat, request, decision } = answer
  const key = JSON.stringify(['toolwire:answered-request', chat, request.callId, request.id])
  const before = used === undefined ? addInMemory(key, answer) : await addTo(used, key, decision)
  return before === undefined || (before === 'deny' && decision === 'deny')
}

/** Answers of this process, with the time after which they are not needed. */
const answered = new Map<string, { readonly decision: string; readonly until: number }>()

function addInMemory(key: string, { decision, until }: ClientAnswer): string | undefined {
  const now = Date.now()
  for (const [old, { until: end }] of answered) {
    if (end >= now) break
    answered.delete(old)
  }
  const before = answered.get(key)?.decision
  if (before === undefined) answered.set(key, { decision, until: until ?? now + DEFAULT_APPROVAL_TTL })
  return before
}

/** Adds a decision and returns the earlier decision under the key, if any. */
async function addTo(used: StateStore, key: string, decision: string): Promise<string | undefined> {
  if (used.replace !== undefined && (await used.replace(key, undefined, decision))) return undefined
  // Untyped stores may return null for an absent key.
  const before = (await used.get(key)) ?? undefined
  if (before === undefined && used.replace === undefined) await used.set(key, decision)
  return before
}
