import type { Conversation } from '../../src/base/model/types.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { pairResults } from '../../src/translate/fit/pairing.js'
import { cameAsFrames } from './frames.js'

/** Fit steps of this format. */
export const fit: readonly FitStep[] = [pairSampled]

/**
 * Adds missing results to sampled messages, which must answer every call (MCP-SAMPLING-02). Recorded sessions
 * are unchanged.
 */
function pairSampled(conversation: Conversation, fit: FitContext): Conversation {
  if (cameAsFrames(conversation.messages, fit)) return conversation
  return pairResults(conversation, { ...fit, limits: { ...fit.limits, carries: [] } })
}
