import { isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { keepParts, mapAllParts, mapAnswers, mapMessages } from '../../src/base/model/change.js'
import { type Context, inform, warn } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { nameJson } from './json-mode.js'
import { dropEmptyDescriptions, dropItemFields } from './refused-members.js'

/**
 * Fit steps of this wire. Reasoning and the items that it caused must be sent together (rules
 * OPENAI-RESP-REASON-01 and -02). The common steps have already removed the reasoning of other models, and
 * callers may have edited the history.
 */
export const fit: readonly FitStep[] = [
  dropAddedTools,
  forgetItemTypes,
  dropStrayReasoning,
  dropIdsWithoutReasoning,
  dropItemFields,
  dropEmptyDescriptions,
  gatherCalls,
  nameJson,
]

/**
 * Drops items that add tools, for servers without namespaces or free-text tools: the items contain the tools in the form
 * that was converted, and the request declares the converted tools.
 */
function dropAddedTools(conversation: Conversation, fit: FitContext): Conversation {
  const { namespaces, customTools } = fit.limits
  if (namespaces === true && customTools) return conversation
  return mapMessages(conversation, fit, (message) => {
    if (!message.parts.some(addsTools)) return message
    const path = fit.pathOf(message)
    inform('tools-changed', 'the history adds tools here, and the request declares them', { ...fit, path })
    return undefined
  })
}

function addsTools(part: Part): boolean {
  return part.type === 'opaque' && isObject(part.value) && part.value.type === 'additional_tools'
}

/**
 * Removes the item types of calls that became functions, and of their results, for servers without the tools of
 * OpenAI. Otherwise the calls would be encoded as items of the removed type.
 */
function forgetItemTypes(conversation: Conversation, fit: FitContext): Conversation {
  const { vendorTools, customTools } = fit.limits
  if (vendorTools !== false && customTools) return conversation
  const functions = new Set<string>()
  return mapAllParts(conversation, fit, (part) => {
    if (part.type === 'tool-call' && part.kind === 'function') functions.add(part.id)
    return isOfFunction(part, functions) && metadataOf(part, fit)?.type !== undefined
      ? withoutAnswers(withMetadata(part, {}, fit))
      : part
  })
}

function isOfFunction(part: Part, functions: ReadonlySet<string>): part is ToolCall | ToolResult {
  if (part.type !== 'tool-call' && part.type !== 'tool-result') return false
  return !part.providerExecuted && functions.has(part.type === 'tool-call' ? part.id : part.callId)
}

function withoutAnswers(part: ToolCall | ToolResult): ToolCall | ToolResult {
  if (part.type === 'tool-call') return part
  const { answers: _answers, ...result } = part
  return result
}

/**
 * The prefix of OpenAI's reasoning ids. Other servers do not use this prefix and do not check the items after
 * reasoning.
 */
const CHECKED_REASONING = 'rs_'

/** Drops reasoning whose next item is missing, or was replaced by an item that OpenAI does not know. */
function dropStrayReasoning(conversation: Conversation, fit: FitContext): Conversation {
  return mapAnswers(conversation, fit, (message) =>
    keepParts(message, fit, (part, { parts }, index) => {
      if (!isStray(part, parts.slice(index + 1), fit)) return part
      const here = { ...fit, path: fit.pathOf(part) }
      return warn(
        'reasoning-without-item',
        'reasoning is left out: the item that followed it is missing',
        here,
      )
    }),
  )
}

function isStray(part: Part, rest: readonly Part[], context: Context): boolean {
  if (reasoningId(part, context)?.startsWith(CHECKED_REASONING) !== true) return false
  const next = rest.find((candidate) => candidate.type !== 'reasoning')
  if (next === undefined) return true
  if (next.type === 'opaque') return false
  const isFresh = next.type === 'text' && itemIdOf(next, context) === ''
  return isFresh || metadataOf(next, context)?.reasoning === undefined
}

/** Returns the id of the message item that contained a text. */
function itemIdOf(text: Part, context: Context): string {
  return stringOr(objectOr(metadataOf(text, context)?.item, undefined)?.id, '')
}

/**
 * Drops the ids of items whose reasoning is missing. The API treats an item without id as new, and rejects an
 * item whose stored reasoning is missing. Vendor-run calls are not valid without their id, so these calls are
 * dropped.
 */
function dropIdsWithoutReasoning(conversation: Conversation, fit: FitContext): Conversation {
  return mapAnswers(conversation, fit, (message) => {
    const present = new Set(message.parts.flatMap((part) => reasoningId(part, fit) ?? []))
    const dropped = new Set<string>()
    return keepParts(message, fit, (part) => {
      if (part.type === 'tool-result' && dropped.has(part.callId)) return undefined
      const needed = metadataOf(part, fit)?.reasoning
      if (typeof needed !== 'string' || present.has(needed)) return part
      if (part.type !== 'tool-call' || !part.providerExecuted) return withoutItemId(part, fit)
      dropped.add(part.id)
      return reportDropped(part, fit)
    })
  })
}

function reasoningId(part: Part, context: Context): string | undefined {
  return part.type === 'reasoning' ? stringOr(metadataOf(part, context)?.itemId, undefined) : undefined
}

function reportDropped(part: ToolCall, fit: FitContext): undefined {
  const message = `the call of ${part.name} and its result are left out: OpenAI accepts them only with the reasoning before them`
  warn('provider-call-without-reasoning', message, { ...fit, path: fit.pathOf(part) })
}

function withoutItemId(part: Part, context: Context): Part {
  if (part.type !== 'tool-call' && part.type !== 'text' && part.type !== 'media') return part
  const { itemId: _itemId, reasoning: _reasoning, item, ...rest } = metadataOf(part, context) ?? {}
  if (!isObject(item)) return withMetadata(part, rest, context)
  const { id: _id, ...fields } = item
  return withMetadata(part, { ...rest, item: fields }, context)
}

/**
 * Moves text between the calls of one turn before the calls. Servers that require the outputs directly after
 * the calls reject a message in between (rule OPENAI-RESP-PAIR-06). Items that OpenAI sent in this order keep
 * it, except on servers that join every call to the adjacent message (rule DEEPSEEK-RESP-01).
 */
function gatherCalls(conversation: Conversation, fit: FitContext): Conversation {
  return mapAnswers(conversation, fit, (message) => {
    const isCall = (part: Part) => part.type === 'tool-call' && !part.providerExecuted
    const first = message.parts.findIndex(isCall)
    const last = message.parts.findLastIndex(isCall)
    const between = message.parts
      .slice(first + 1, Math.max(last, first + 1))
      .filter((part) => part.type === 'text' && (fit.limits.callsTogether || itemIdOf(part, fit) === ''))
    if (between.length === 0) return message
    const says = 'text between the calls of a turn is moved before them'
    for (const part of between) inform('text-moved', says, { ...fit, path: fit.pathOf(part) })
    const moved = new Set<Part>(between)
    const others = message.parts.filter((part) => !moved.has(part))
    return { ...message, parts: [...others.slice(0, first), ...between, ...others.slice(first)] }
  })
}
