import type { Conversation } from '../../src/base/model/types.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { pairResults } from '../../src/translate/fit/pairing.js'
import { cameAsFrames } from './frames.js'

/** What only this format asks for. */
export const fit: readonly FitStep[] = [pairSampled]

/** Sampled messages answer every call (MCP-SAMPLING-02); who records a session writes down what was said. */
function pairSampled(conversation: Conversation, fit: FitContext): Conversation {
  if (cameAsFrames(conversation.messages, fit)) return conversation
  return pairResults(conversation, { ...fit, limits: { ...fit.limits, carries: [] } })
}
