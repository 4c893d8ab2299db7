import { isOwn, mapAllParts, mapAnswers } from '../../src/base/model/change.js'
import { withMore } from '../../src/base/model/metadata.js'
import type { Part } from '../../src/base/model/types.js'
import { isText } from '../../src/codec/shape/joined-text.js'
import { dropParallelSwitch } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { joinTexts } from '../../src/translate/fit/join-texts.js'
import { inField, inText } from './earlier-thinking.js'
import { isLegacyTool } from './tools.js'

/** Fit steps of this wire. Messages from this wire are unchanged. */
export const fit: readonly FitStep[] = [
  plainResults,
  plainAnswers,
  placeThinking,
  dropLegacySwitch,
  askForNoUsage,
]

/**
 * Replaces a result list with a single text by that text: OpenAI accepts both, but compatible servers often
 * accept only strings.
 */
export function plainResults(...[conversation, fit]: Parameters<FitStep>) {
  return mapAllParts(conversation, fit, (part) => plainResult(part, fit))
}

function plainResult(part: Part, { wire }: FitContext): Part {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part
  const [only, ...others] = part.output.value
  const isPlain = only?.type === 'text' && others.length === 0 && only.providerMetadata?.[wire] === undefined
  if (!isPlain || part.providerMetadata?.[wire] !== undefined) return part
  const type = part.isError ? ('error-text' as const) : ('text' as const)
  return { ...part, output: { type, value: only.text } }
}

/** Joins several texts of one answer, for the same reason (rule OPENAI-CHAT-CONTENT-04). */
export function plainAnswers(...[conversation, fit]: Parameters<FitStep>) {
  return mapAnswers(conversation, fit, (message) => {
    if (isOwn(message, message, fit.wire)) return message
    return message.parts.filter(isText).length > 1 ? joinTexts(message, fit) : message
  })
}

/** Places earlier thinking of any model where the target expects it (`Limits.thinkingBack`). */
function placeThinking(...[conversation, fit]: Parameters<FitStep>) {
  const { thinkingBack } = fit.limits
  if (thinkingBack === 'in-text') return mapAnswers(conversation, fit, (message) => inText(message, fit))
  if (typeof thinkingBack !== 'object') return conversation
  return mapAnswers(conversation, fit, (message) => inField(message, thinkingBack, fit))
}

/**
 * Drops the parallel-calls flag, which is valid only with `tools` (rule OPENAI-CHAT-TOOLS-04), not with the
 * older `functions`.
 */
function dropLegacySwitch(...[conversation, fit]: Parameters<FitStep>) {
  const { parallelToolCalls, ...rest } = conversation
  const { tools = [] } = conversation
  if (
    parallelToolCalls === undefined ||
    tools.length === 0 ||
    !tools.every((tool) => isLegacyTool(tool, fit))
  )
    return conversation
  dropParallelSwitch('the older functions form allows one call at a time', false, fit)
  return rest
}

/** Sends no `stream_options` to servers that have no such field. They report the usage of every stream. */
function askForNoUsage(...[conversation, fit]: Parameters<FitStep>) {
  const isRefused = fit.limits.knownFields?.request.includes('stream_options') === false
  return isRefused && conversation.stream === true
    ? withMore(conversation, { absent: ['stream_options'] }, fit)
    : conversation
}
