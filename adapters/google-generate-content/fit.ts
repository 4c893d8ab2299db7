import { mapAnswers, mapMessages, mapParts } from '../../src/adapter/fit/change.js'
import { isSameModel } from '../../src/adapter/fit/reasoning.js'
import type { FitContext, FitStep } from '../../src/adapter/fit/step.js'
import { repairChoice } from '../../src/adapter/losses.js'
import { metadataOf, withMetadata, withoutKey } from '../../src/adapter/metadata.js'
import type { Conversation, Message, Part } from '../../src/model/types.js'

/**
 * Gemini 3 refuses a step whose first call is unsigned; this value stands for calls that it did not make.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator'

export const fit: readonly FitStep[] = [separateResults, signForeignCalls, checkTools]

/** Results of one turn stand in one content, and nothing else does. */
function separateResults(conversation: Conversation, fit: FitContext): Conversation {
  let previous: Message | undefined
  return mapMessages(conversation, fit, (message) => {
    const touchesResults = message.role === 'tool' || previous?.role === 'tool'
    previous = message
    const joined = mapParts(message, fit, (part) =>
      part.type === 'tool-result' ? withoutKey(part, 'content', fit) : part,
    )
    const separate = touchesResults ? withoutKey(joined, 'continued', fit) : joined
    if (separate !== message)
      fit.report({
        code: 'results-separated',
        severity: 'info',
        path: fit.pathOf(message),
        message: 'the results of the turn are put into one content of their own',
      })
    return separate
  })
}

/** The first call of each step that another model wrote gets the value that stands for a signature. */
function signForeignCalls(conversation: Conversation, fit: FitContext): Conversation {
  return mapAnswers(conversation, fit, (message) => {
    if (!isForeign(message, fit)) return message
    const first = message.parts.find((part) => part.type === 'tool-call' && !part.providerExecuted)
    if (first === undefined) return message
    return mapParts(message, fit, (part) => (part === first ? signed(part, fit) : part))
  })
}

function signed(part: Part, fit: FitContext): Part {
  if (part.type !== 'tool-call' || metadataOf(part, fit)?.signature !== undefined) return part
  fit.report({
    code: 'signature-bridged',
    severity: 'info',
    path: fit.pathOf(part),
    message: 'the call of another model has no thought signature; the documented stand-in is sent',
  })
  return withMetadata(part, { ...metadataOf(part, fit), signature: DUMMY_SIGNATURE }, fit)
}

/** What functions and built-in tools ask of each other and of the choice (GOOGLE-TOOLS-01 to -03). */
function checkTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [], toolChoice } = conversation
  const functions = tools.filter((tool) => tool.type === 'function')
  if (functions.length > 0 && functions.length < tools.length)
    fit.report({
      code: 'built-in-tools-beside-functions',
      severity: 'info',
      path: '/tools',
      message:
        'models before Gemini 3 take either built-in tools or functions, later ones want includeServerSideToolInvocations',
    })
  const isForced = toolChoice !== undefined && FORCING.has(toolChoice.type)
  if (!isForced || tools.length === 0 || functions.length > 0) return conversation
  repairChoice(fit, 'asks for calls of functions, of which none are declared,')
  const { toolChoice: _toolChoice, ...rest } = conversation
  return rest
}

const FORCING: ReadonlySet<string> = new Set(['required', 'tool', 'allowed'])

/** Of another wire, or of another Gemini model: its signature was held back. */
function isForeign({ origin }: Message, fit: FitContext): boolean {
  if (origin?.wire !== fit.wire) return true
  const author = origin.model ?? fit.sourceModel
  return author !== undefined && fit.model !== undefined && !isSameModel(author, fit.model)
}
