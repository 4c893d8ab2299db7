import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import { none } from '../../../src/translate/lint/checks.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import type { Check, Fix } from '../../../src/translate/lint/rule.js'
import { isMisspelled, settingRules as settingValueRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'
import { othersOf, unknownFields } from './messages.js'
import { unknownToolFields } from './tools.js'

const ERRORS = 'https://docs.cohere.com/reference/errors'

/** `V2ChatRequest` of the official client, and the flag for streams. */
const FIELDS = [
  ...['model', 'messages', 'stream', 'tools', 'strict_tools', 'tool_choice', 'documents', 'citation_options'],
  ...['response_format', 'safety_mode', 'max_tokens', 'stop_sequences', 'temperature', 'seed', 'k', 'p'],
  ...['frequency_penalty', 'presence_penalty', 'logprobs', 'thinking', 'priority', 'raw_prompting'],
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { strict_tools: { type: 'boolean' } },
  others: FIELDS,
  severity: 'error',
  unchecked: ['p'],
  evidence: 'https://docs.cohere.com/reference/chat',
}

/**
 * Checks that fields are known. Top-level fields are not checked, because they may be newer than this list.
 */
const fieldsKnown: Check = (request, report) => {
  for (const { path } of [...unknownFields(request), ...unknownToolFields(request)])
    report(path, 'there is no such field', true)
  for (const { path } of othersOf({ value: request, path: '' }, FIELDS))
    report(path, 'there is no such field')
}

function formatBeside({ response_format: format, tools, documents }: JsonObject) {
  const isJson = isObject(format) && format.type !== 'text'
  const isBeside = [tools, documents].some((list) => isArray(list) && list.length > 0)
  return isJson && isBeside ? [{ path: '/response_format' }] : []
}

const PENALTIES = ['frequency_penalty', 'presence_penalty']

/** Reports a request with both penalties, which some models reject. */
const oneOfPenalties: Check = (request, report) => {
  if (PENALTIES.every((name) => typeof request[name] === 'number'))
    report('/presence_penalty', 'frequency_penalty is set, too')
}

/** Drops one of two penalties. */
const onePenalty: Fix = (request, path) =>
  path === '/presence_penalty' && request.frequency_penalty !== undefined ? leftOut(request, path) : undefined

/**
 * Matches fields with messages, calls and declarations in another format. They are not dropped, since the
 * shape rules convert them.
 */
const HOLDS_CONTENT =
  /\/(?:contents|input|parts|instructions|system|systemInstruction|system_instruction|message|chat_history|preamble|tool_results|function_call|reasoning_content|functionCall|functionResponse)$/
/** Removes an unknown field. A misspelled field is renamed by another rule. */
const withoutUnknown: Fix = (request, path) =>
  HOLDS_CONTENT.test(path) || isMisspelled(path.slice(1), requestFields) ? undefined : leftOut(request, path)

export const requestRules: RuleRows = {
  ...settingValueRules('COHERE', requestFields),
  'COHERE-FIELD-01': {
    fix: withoutUnknown,
    severity: 'warning',
    summary: 'There are no unknown fields in the request, its messages, calls and tools.',
    error: "unknown field: parameter 'requires_confirmation' is not a valid field.",
    evidence: 'https://github.com/agno-agi/agno/issues/3503',
    check: fieldsKnown,
  },
  'COHERE-FIELD-02': {
    summary: 'response_format is not combined with tools or documents.',
    error: 'response_format is not supported with RAG.',
    evidence: ERRORS,
    check: none(formatBeside, 'there are tools or documents'),
  },
  'COHERE-SAMPLING-01': {
    fix: onePenalty,
    severity: 'warning',
    summary: 'A request sets at most one of presence_penalty and frequency_penalty.',
    error: "only one of 'presence_penalty' and 'frequency_penalty' can be specified for this model.",
    evidence: ERRORS,
    check: oneOfPenalties,
  },
}
