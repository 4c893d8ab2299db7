import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectOr } from '../../src/base/json/read-json.js'
import { mapAnswers, mapMessages, mapParts, mapTools } from '../../src/base/model/change.js'
import { metadataOf, withMetadata, withMore, withoutKey } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { repairChoice } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { isSameModel } from '../../src/translate/fit/origin.js'
import { reportEndsWithAnswer } from '../../src/translate/fit/turns.js'

/**
 * Gemini 3 rejects a step whose first call has no signature. This value replaces the signature of calls from
 * other models. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator'

export const fit: readonly FitStep[] = [
  separateResults,
  signForeignCalls,
  checkTools,
  declareInOpenApi,
  reportEndsWithAnswer,
]

/** Puts the results of one turn into one content without other parts. */
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
        message: 'the results of the turn are moved to a separate content',
      })
    return separate
  })
}

/** Adds the dummy signature to the first call of each step from another model. */
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
  return withMore(part, { signature: DUMMY_SIGNATURE }, fit)
}

/** Checks combinations of functions, built-in tools and the tool choice (GOOGLE-TOOLS-01 to -03). */
function checkTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [], toolChoice } = conversation
  const functions = tools.filter((tool) => tool.type === 'function')
  if (functions.length > 0)
    return functions.length < tools.length ? fitMixed(conversation, fit) : conversation
  const isForced = toolChoice !== undefined && FORCING.has(toolChoice.type)
  if (!isForced || tools.length === 0) return conversation
  repairChoice(fit, 'requires a function call but no functions are declared')
  const { toolChoice: _toolChoice, ...rest } = conversation
  return rest
}

/**
 * Handles built-in tools next to functions. The tools are enabled by a flag if the API requires one, and
 * dropped if the model accepts only one kind of tools.
 */
function fitMixed(conversation: Conversation, fit: FitContext): Conversation {
  const { mixedTools } = fit.limits
  // A request of this wire already has the intended choice. Vertex AI accepts it.
  const isOwn = fit.from === fit.wire || metadataOf(conversation, fit) !== undefined
  if (isOwn || mixedTools === true) return conversation
  const isAsked = mixedTools === 'asked'
  fit.report({
    code: 'built-in-tools-beside-functions',
    severity: isAsked ? 'info' : 'warning',
    path: '/tools',
    message: isAsked
      ? 'the request has built-in tools and functions, so it sets includeServerSideToolInvocations, and the tool choice auto becomes VALIDATED'
      : 'models before Gemini 3 accept either built-in tools or functions; the built-in tools are left out',
  })
  return isAsked
    ? askForBoth(conversation, fit)
    : mapTools(conversation, fit, (tool) => (tool.type === 'function' ? tool : undefined))
}

/**
 * Moves schemas of other wires to `parameters`, for servers that accept only this field. `limits.schemas` has
 * already adapted them.
 */
function declareInOpenApi(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.schemas?.nulls !== 'nullable') return conversation
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || metadataOf(tool, fit) !== undefined) return tool
    return withMetadata(tool, { field: 'parameters', openApi: 'names' }, fit)
  })
}

/**
 * The mode that replaces AUTO, which is rejected next to built-in tools. VALIDATED gives the model the same
 * choice.
 */
const VALIDATED = { functionCallingConfig: { mode: 'VALIDATED' } }

function askForBoth(conversation: Conversation, fit: FitContext): Conversation {
  const { toolChoice = { type: 'auto' } } = conversation
  const own = metadataOf(conversation, fit)
  const config = objectOr(own?.toolConfig, {})
  const toolConfig: JsonObject = {
    ...config,
    extra: { ...extraOf(config), includeServerSideToolInvocations: true },
    ...(toolChoice.type === 'auto' && { calling: { extra: VALIDATED } }),
  }
  return withMetadata({ ...conversation, toolChoice }, { ...own, toolConfig }, fit)
}

const FORCING: ReadonlySet<string> = new Set(['required', 'tool', 'allowed'])

/** Returns true for a message of another wire or of another Gemini model, whose signature is dropped. */
function isForeign({ origin }: Message, fit: FitContext): boolean {
  if (origin?.wire !== fit.wire) return true
  const author = origin.model ?? fit.sourceModel
  return author !== undefined && fit.model !== undefined && !isSameModel(author, fit.model)
}
