import { pairResults } from '../../src/fit/pairing.js'
import { mapTools } from '../../src/model/change.js'
import type { Conversation } from '../../src/model/types.js'
import { typedSchema } from '../../src/shape/losses.js'
import type { FitContext, FitStep } from '../../src/wire/fit-step.js'
import { cameAsFrames } from './frames.js'

/** What only this format asks for. */
export const fit: readonly FitStep[] = [typeSchemas, pairSampled]

/** The input of a tool is an object, and its schema says so (MCP-SCHEMA-01): one that does not makes a whole list fail. */
function typeSchemas(conversation: Conversation, fit: FitContext): Conversation {
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.parameters === undefined) return tool
    const parameters = typedSchema(tool.name, tool.parameters, { ...fit, path: fit.pathOf(tool) })
    return parameters === tool.parameters ? tool : { ...tool, parameters }
  })
}

/** Sampled messages answer every call (MCP-SAMPLING-02); who records a session writes down what was said. */
function pairSampled(conversation: Conversation, fit: FitContext): Conversation {
  if (cameAsFrames(conversation.messages, fit)) return conversation
  return pairResults(conversation, { ...fit, limits: { ...fit.limits, carries: [] } })
}
