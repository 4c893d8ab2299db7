import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { expectObject, expectString, stringOr } from '../../base/json/read-json.js'

// Readers of UI messages.

/** A posted body with a validated form. */
export interface UiBody {
  readonly id: string
  readonly messages: readonly JsonObject[]
  readonly trigger: Trigger
  /** The message that is edited or regenerated. */
  readonly messageId: string | undefined
}

/** The trigger of a post. */
export type Trigger = 'submit-message' | 'regenerate-message'

/** Returns true if a UI part is a call. */
export function isCallPart({ type }: JsonObject): boolean {
  return type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'))
}

/** Returns a UI call with its tool name, in the same form for both kinds of parts. */
export function namedCall(part: JsonObject, path: string): JsonObject {
  const toolName = part.type === 'dynamic-tool' ? part.toolName : stringOr(part.type, '').slice(5)
  expectString(part.toolCallId, `${path}/toolCallId`)
  return { ...part, toolName: expectString(toolName, `${path}/toolName`) }
}

/** The answer of a person. */
export interface UiAnswer {
  readonly id: string
  readonly isApproved: boolean
  readonly reason: string | undefined
}

/** Returns the answer to an approval request in a call; undefined if not answered. */
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
