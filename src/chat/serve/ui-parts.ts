import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { expectObject, expectString, stringOr } from '../../base/json/read-json.js'

// Messages of an interface, as far as their form goes.

/** A body as it was posted, its form checked. */
export interface UiBody {
  readonly id: string
  readonly messages: readonly JsonObject[]
  readonly trigger: Trigger
  /** The message that is edited or made anew. */
  readonly messageId: string | undefined
}

/** Why a chat was posted. */
export type Trigger = 'submit-message' | 'regenerate-message'

/** Whether a part of an interface is a call. */
export function isCallPart({ type }: JsonObject): boolean {
  return type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'))
}

/** A call of an interface under one name for all its forms. */
export function namedCall(part: JsonObject, path: string): JsonObject {
  const toolName = part.type === 'dynamic-tool' ? part.toolName : stringOr(part.type, '').slice(5)
  expectString(part.toolCallId, `${path}/toolCallId`)
  return { ...part, toolName: expectString(toolName, `${path}/toolName`) }
}

/** What a person answered. */
export interface UiAnswer {
  readonly id: string
  readonly isApproved: boolean
  readonly reason: string | undefined
}

/** The answer that a call holds to a request for approval; undefined if nobody answered. */
export function answerIn({ state, approval }: JsonObject, path: string): UiAnswer | undefined {
  if (state !== 'approval-responded') return undefined
  const answered = expectObject(approval, `${path}/approval`)
  const { approved } = answered
  if (typeof approved !== 'boolean')
    throw new AdapterError('wrong-type', `${path}/approval/approved`, 'expected true or false')
  return {
    id: expectString(answered.id, `${path}/approval/id`),
    isApproved: approved,
    reason: stringOr(answered.reason, undefined),
  }
}
