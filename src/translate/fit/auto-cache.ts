import { objectOr } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { CacheMark, Conversation, Message, Part, ToolDefinition } from '../../base/model/types.js'
import { type CachePlace, cachePlaceOf, isMarkable, type Markable } from '../../codec/shape/cache-marks.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import type { CacheLimit } from '../../codec/wire/limits.js'
import { marked } from './fit-cache-marks.js'

/**
 * Applies the `cache` policy: sets marks if the model caches only marked prefixes, and a key if the wire
 * routes requests by a key. Marks are set only where a later turn can use them, since writing to a cache
 * costs more than plain input. This is the last step, since marks belong to the sent parts.
 */
export function addCaching(conversation: Conversation, fit: FitContext): Conversation {
  if (!isGoingOn(conversation) || isStoredElsewhere(conversation, fit)) return conversation
  const marks = addMarks(conversation, fit)
  return fit.cache === 'auto' && fit.limits.cacheKey === true ? addKey(marks, fit) : marks
}

function isGoingOn({ tools = [], messages }: Conversation): boolean {
  return tools.length > 0 || messages.some(({ role }) => role === 'assistant')
}

/** Returns true if the provider stores earlier turns. These turns are not sent and cannot be marked. */
function isStoredElsewhere(conversation: Conversation, fit: FitContext): boolean {
  const own = objectOr(metadataOf(conversation, fit)?.extra, {})
  return fit.limits.storedTurns?.some(({ field }) => field in own) ?? false
}

/** The position of a mark: a tool, or a part of a message. */
interface Spot {
  readonly list: 'tools' | number
  readonly index: number
}

function addMarks(conversation: Conversation, fit: FitContext): Conversation {
  const limit = fit.limits.cacheMarks
  const { model = '' } = conversation
  if (limit?.models?.test(model) !== true) return conversation
  const own = marksOf(conversation)
  const room = limit.most - own.length
  const free = spotsFor(conversation, limit, fit).filter(
    (spot) => at(conversation, spot)?.cache === undefined,
  )
  const spots = free.slice(0, Math.max(room, 0))
  if (spots.length === 0) return conversation
  fit.report({
    code: 'cache-marks-added',
    severity: 'info',
    path: '',
    message: 'the prompt is marked for the cache, as `cache` requests',
    detail: { marks: spots.length },
  })
  return spots.reduce((current, spot) => withMarkAt(current, spot, lifetimeAt(own, spot), fit), conversation)
}

/**
 * Returns the positions for marks. The longest prefixes come first, since the number of marks may be limited.
 */
function spotsFor(conversation: Conversation, { on, unmarkableTools }: CacheLimit, fit: FitContext): Spot[] {
  const { tools = [], messages } = conversation
  const takes = (place: CachePlace | undefined) => place !== undefined && on.includes(place)
  const lastOf = (start: number, end: number): Spot[] => {
    for (let list = end; list >= start; list -= 1) {
      const message = messages[list]
      const index = message?.parts.findLastIndex(
        (part) => takes(cachePlaceOf(part, message.role)) && !isBlank(part),
      )
      if (index !== undefined && index !== -1) return [{ list, index }]
    }
    return []
  }
  const turns = turnsOf(messages).slice(-2).reverse()
  const instructions = messages.findLastIndex(({ role }) => role === 'system')
  const tool = tools.findLastIndex((one) => isMarkable(one) && !hasField(one, unmarkableTools, fit))
  return [
    ...turns.flatMap(([start, end]) => lastOf(start, end)),
    ...(instructions === -1 ? [] : lastOf(0, instructions)),
    ...(tool !== -1 && takes('tool') ? [{ list: 'tools' as const, index: tool }] : []),
  ]
}

/**
 * Returns the turns of the user and the tools between two answers: the indexes of the first and the last
 * message of each turn.
 */
function turnsOf(messages: readonly Message[]): (readonly [start: number, end: number])[] {
  const turns: (readonly [number, number])[] = []
  for (const [index, { role }] of messages.entries()) {
    if (role === 'assistant' || role === 'system') continue
    const before = turns.at(-1)
    if (before !== undefined && before[1] === index - 1) turns[turns.length - 1] = [before[0], index]
    else turns.push([index, index])
  }
  return turns
}

function isBlank(part: Part): boolean {
  return part.type === 'text' && part.text.trim() === ''
}

function hasField(tool: Markable, field: string | undefined, fit: FitContext): boolean {
  return field !== undefined && field in objectOr(metadataOf(tool, fit)?.extra, {})
}

function at(conversation: Conversation, { list, index }: Spot): Markable | undefined {
  const value = list === 'tools' ? conversation.tools?.[index] : conversation.messages[list]?.parts[index]
  return value !== undefined && isMarkable(value) ? value : undefined
}

function withMarkAt(
  conversation: Conversation,
  { list, index }: Spot,
  cache: CacheMark,
  fit: FitContext,
): Conversation {
  const field = fit.limits.cacheMarks?.field
  const change = <Value extends Part | ToolDefinition>(value: Value, place: number): Value =>
    place === index && isMarkable(value) ? fit.derive(value, marked(value, cache, fit, field)) : value
  if (list === 'tools') return { ...conversation, tools: conversation.tools?.map(change) ?? [] }
  const messages = conversation.messages.map((message, place) =>
    place === list ? fit.derive(message, { ...message, parts: message.parts.map(change) }) : message,
  )
  return { ...conversation, messages }
}

/**
 * Returns the lifetime of a mark. A prefix must not have a shorter lifetime than a longer prefix, so a mark
 * before the caller's mark takes over its lifetime.
 */
function lifetimeAt(own: readonly Marked[], { list, index }: Spot): CacheMark {
  const place = list === 'tools' ? -1 : list
  const later = own.find((mark) => mark.list > place || (mark.list === place && mark.index > index))
  return later?.cache.ttl === undefined ? {} : { ttl: later.cache.ttl }
}

interface Marked {
  /** The index of the message; -1 for tools. */
  readonly list: number
  readonly index: number
  readonly cache: CacheMark
}

/**
 * Returns the marks in the order of the prompt: tools, then messages; a mark inside a result has the position
 * of the result.
 */
function marksOf({ tools = [], messages }: Conversation): Marked[] {
  const marks: Marked[] = []
  const add = (values: readonly (Part | ToolDefinition)[], list: number) => {
    for (const [index, value] of values.entries())
      for (const one of [...innerOf(value), value])
        if (isMarkable(one) && one.cache !== undefined) marks.push({ list, index, cache: one.cache })
  }
  add(tools, -1)
  for (const [list, { parts }] of messages.entries()) add(parts, list)
  return marks
}

function innerOf(value: Part | ToolDefinition): readonly Part[] {
  return value.type === 'tool-result' && value.output.type === 'content' ? value.output.value : []
}

/**
 * Adds a key that is the same for all turns of a conversation. The key is derived from the first messages and
 * the end user.
 */
function addKey(conversation: Conversation, fit: FitContext): Conversation {
  if (conversation.cacheKey !== undefined) return conversation
  const { messages, endUser = '' } = conversation
  const first = messages.findIndex(({ role }) => role === 'user')
  const said = messages.slice(0, first + 1).flatMap(({ parts }) => parts.map(textOf))
  fit.report({
    code: 'cache-key-added',
    severity: 'info',
    path: '',
    message: 'the requests of the conversation get a common key for the cache, as `cache` requests',
  })
  return { ...conversation, cacheKey: `toolwire-${stableHash(stringifyJson([endUser, ...said]))}` }
}

function textOf(part: Part): string {
  return part.type === 'text' ? part.text : ''
}
