import { mapTools } from '../../src/base/model/change.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Conversation, ToolDefinition } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { dropStrictMode, refuseSetting } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { plainResults } from './family.js'
import { fieldsIn, isStrict, MOST_STRICT_FIELDS } from './strict.js'

/** Fit steps of this wire. The rule names document the reasons. */
export const fit: readonly FitStep[] = [plainResults, relaxTools, dropFormatBesideTools, dropSecondPenalty]

/**
 * Makes strict tools non-strict if the wire would reject them. Strictness applies to all tools together. Each
 * strict tool needs a required parameter, and all strict tools share a size limit (COHERE-STRICT-01).
 */
function relaxTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [] } = conversation
  const obstacle = obstacleOf(tools)
  if (obstacle === undefined) return conversation
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.strict !== true) return tool
    const { strict: _strict, ...rest } = tool
    dropStrictMode(tool.name, obstacle, { ...fit, path: fit.pathOf(tool) })
    return rest
  })
}

function obstacleOf(tools: readonly ToolDefinition[]): string | undefined {
  const functions = tools.filter((tool) => tool.type === 'function')
  if (!functions.some(({ strict }) => strict === true)) return undefined
  if (!isStrict(tools)) return 'only all tools together can be strict'
  const free = functions.find(
    ({ parameters: { required } = {} }) => !Array.isArray(required) || required.length === 0,
  )
  if (free !== undefined) return `${free.name} has no required parameter`
  const fields = functions.reduce((sum, { parameters = {} }) => sum + fieldsIn(parameters), 0)
  return fields > MOST_STRICT_FIELDS ? `together they have ${fields} fields` : undefined
}

/** COHERE-FIELD-02. */
function dropFormatBesideTools(conversation: Conversation, fit: FitContext): Conversation {
  const { outputFormat, ...rest } = conversation
  const { documents } = extraOf(metadataOf(conversation, fit))
  const hasTools = (conversation.tools ?? []).length > 0
  if ((outputFormat?.type ?? 'text') === 'text' || (!hasTools && documents === undefined)) return conversation
  refuseSetting(
    '/outputFormat',
    `this wire accepts no format together with ${hasTools ? 'tools' : 'documents'}`,
    fit,
  )
  return rest
}

/**
 * Drops one of two penalties, preferably a penalty without effect. Only one penalty is accepted
 * (COHERE-SAMPLING-01).
 */
function dropSecondPenalty(conversation: Conversation, fit: FitContext): Conversation {
  const { frequencyPenalty, presencePenalty, ...rest } = conversation
  if (frequencyPenalty === undefined || presencePenalty === undefined) return conversation
  const [dropped, kept] =
    frequencyPenalty === 0
      ? (['frequencyPenalty', { presencePenalty }] as const)
      : (['presencePenalty', { frequencyPenalty }] as const)
  refuseSetting(`/${dropped}`, 'this wire accepts only one penalty', fit, conversation[dropped] !== 0)
  return { ...rest, ...kept }
}
