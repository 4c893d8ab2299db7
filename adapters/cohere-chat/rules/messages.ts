import type { JsonObject } from '../../../src/base/json/json-types.js'
import { tryParseJson } from '../../../src/base/json/parse.js'
import { at, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { callIdsUnique, callsAnswered, each, isEmptyList, none } from '../../../src/translate/lint/checks.js'
import { distinctIds } from '../../../src/translate/lint/fix-pairs.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import { asText, saysNothing } from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldOf,
  fieldText,
  objectAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Check } from '../../../src/translate/lint/rule.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { movesSystemFirst } from '../../../src/translate/repair/message-fixes.js'
import { messagesOf, nativeCallsOf, viewOf } from '../family.js'
import { limits } from '../limits.js'
import { written } from './written.js'

const ERRORS = 'https://docs.cohere.com/reference/errors'
const TYPES = 'https://github.com/cohere-ai/cohere-typescript (api/types)'

const results = those(messagesOf, ({ value }) => value.role === 'tool')

/** Returns ids of results without an earlier call. */
function strayIds(request: JsonObject): TextAt[] {
  const called = new Set<string>()
  return messagesOf(request).flatMap((message) => {
    for (const call of nativeCallsOf(message)) called.add(fieldText(call, 'id'))
    const { text, path } = textAt(message, 'tool_call_id')
    return message.value.role === 'tool' && text !== '' && !called.has(text) ? [{ text, path }] : []
  })
}

/** Returns system messages after other messages. */
function lateSystem(request: JsonObject): Found[] {
  const messages = messagesOf(request)
  const first = messages.findIndex(({ value }) => value.role !== 'system')
  return first === -1 ? [] : messages.slice(first).filter(({ value }) => value.role === 'system')
}

function isEmpty({ value: { role, content, tool_calls: calls, tool_plan: plan } }: Found): boolean {
  const isSilent = (content ?? '') === '' || isEmptyList(content)
  if (role === 'tool' || !isSilent) return false
  return role !== 'assistant' || ((plan ?? '') === '' && ((calls ?? null) === null || isEmptyList(calls)))
}

const argumentsOf = fieldOf(within(within(messagesOf, nativeCallsOf), objectAt('function')), 'arguments')

/** Checks that arguments are objects. Empty text and `null` are accepted for calls without arguments. */
const holdObjects: Check = (request, report) => {
  for (const { value, path } of argumentsOf(request)) {
    if (value === undefined) continue
    const text = stringOr(value, undefined)
    if (text === undefined) report(path, 'the arguments are not a text', true)
    else if (text.trim() !== '' && text.trim() !== 'null' && !isObject(tryParseJson(text)))
      report(path, 'the text does not hold a JSON object')
  }
}

const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['system', ['role', 'content']],
  ['user', ['role', 'content']],
  ['assistant', ['role', 'content', 'tool_calls', 'tool_plan', 'citations']],
  ['tool', ['role', 'content', 'tool_call_id']],
])

/** Finds unknown fields of messages and calls. */
export const unknownFields: Find<TextAt> = (request) =>
  messagesOf(request).flatMap((message) => [
    ...othersOf(message, FIELDS.get(fieldText(message, 'role'))),
    ...nativeCallsOf(message).flatMap((call) => [
      ...othersOf(call, ['id', 'type', 'function']),
      ...objectAt('function')(call).flatMap((body) => othersOf(body, ['name', 'arguments'])),
    ]),
  ])

/**
 * Returns the unknown fields of an object, or an empty list if the known fields of the object are not listed.
 */
export function othersOf(found: Found, known: readonly string[] | undefined): TextAt[] {
  const others = known && Object.keys(found.value).filter((key) => !known.includes(key))
  return (others ?? []).map((text) => ({
    text,
    path: at(found.path, text),
  }))
}

export const messageRules: RuleRows = {
  'COHERE-PAIR-01': {
    ...pairedResults(written),
    summary: 'Every call is answered by the tool messages that follow it.',
    error:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    evidence: 'https://github.com/oracle/langchain-oracle/issues/10',
    seen: callsAnswered,
  },
  'COHERE-PAIR-02': {
    ...pairedWithText(written),
    summary: 'A result answers a call that was made before it.',
    error: 'tool call id not found in previous tool calls',
    evidence: ERRORS,
    check: none(strayIds, ({ text }) => `no call before has the id "${text}"`),
  },
  'COHERE-ID-01': {
    summary: 'Every result has the id of its call.',
    error: 'tool call id must be provided with tool message',
    evidence: ERRORS,
    check: each(
      fieldOf(results, 'tool_call_id'),
      ({ value }) => stringOr(value, '') === '',
      'the id is missing',
    ),
  },
  'COHERE-ID-02': {
    fix: distinctIds(viewOf, limits),
    summary: 'No two calls of an answer have one id.',
    error: 'cannot have duplicate tool ids',
    evidence: ERRORS,
    seen: callIdsUnique,
  },
  'COHERE-ROLE-01': {
    fix: movesSystemFirst,
    summary: 'System messages precede all others.',
    error: 'system turn must be the first in the list',
    evidence: ERRORS,
    check: none(lateSystem, 'there are other messages before it'),
  },
  'COHERE-CONTENT-01': {
    fix: saysNothing,
    summary: 'Every message has content; an assistant message has content or calls.',
    error: 'message must not be empty in a turn',
    evidence: ERRORS,
    check: none(those(messagesOf, isEmpty), 'the message is empty'),
  },
  'COHERE-ARG-01': {
    fix: asText,
    severity: 'warning',
    summary: 'The arguments of a call are the text of a JSON object.',
    evidence: TYPES,
    check: holdObjects,
  },
}
