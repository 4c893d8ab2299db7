import { at, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import {
  callIdsUnique,
  callsAnswered,
  exchangesIn,
  idsIn,
  namesIn,
  resultsCalled,
} from '../../src/lint/checks.js'
import { choicesAmong, mediaInResults, resultsAlone, userOrSystemFirst } from '../../src/lint/limit-checks.js'
import { type LimitCheck, rulesOver } from '../../src/lint/limited.js'
import type { Check, Rule } from '../../src/lint/rule.js'
import { textForm } from '../../src/lint/text-form.js'
import { type Place, type RequestView, type TextAt, textAt } from '../../src/lint/view.js'
import type { Found } from '../../src/schema/walk.js'
import { callsOf, messagesOf, seen, toolsOf, viewOf } from './family.js'
import { limits } from './limits.js'

/** Severity: error, unless it says otherwise. */
type Row = readonly [
  summary: string,
  error: string | undefined,
  check: Check | LimitCheck<View>,
  severity?: Rule['severity'],
]
/** Results bear names, too. */
type View = RequestView & { readonly resultNames: readonly TextAt[] }

const VALIDATOR =
  'https://github.com/mistralai/mistral-common, src/mistral_common/protocol/instruct/validator.py'

/** Who may speak after whom; later system messages are for the newest deployments only. */
const FOLLOWERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['system', ['system', 'user', 'assistant']],
  ['user', ['system', 'user', 'assistant']],
  ['assistant', ['assistant', 'user', 'tool']],
  ['tool', ['assistant', 'tool', 'user']],
])
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['system', ['role', 'content']],
  ['user', ['role', 'content']],
  ['assistant', ['role', 'content', 'tool_calls', 'prefix']],
  ['tool', ['role', 'content', 'tool_call_id', 'name']],
])

/** Refuses every place that is found. */
function none(find: (request: JsonObject) => readonly Place[], says: string): Check {
  return (request, report) => {
    for (const { path } of find(request)) report(path, says)
  }
}

/** Refuses messages by what they are and what stands before them. */
function noMessage(breaks: (message: Found, before: Found | undefined) => boolean, says: string): Check {
  return none((request) => {
    const messages = messagesOf(request)
    return messages.filter((message, index) => breaks(message, messages[index - 1]))
  }, says)
}

function roleOf(message: Found | undefined): string {
  return stringOr(message?.value.role, '')
}

function isAnswer(message: Found): boolean {
  return roleOf(message) === 'assistant'
}

function saysPrefix({ value }: Found): boolean {
  return value.prefix === true
}

function isEmpty({ value: { content } }: Found): boolean {
  return (content ?? '') === '' || (isArray(content) && content.length === 0)
}

function isGiven({ text }: TextAt): boolean {
  return text !== '' && text !== 'null'
}

function resultNames(request: JsonObject): TextAt[] {
  return messagesOf(request)
    .filter((message) => roleOf(message) === 'tool' && typeof message.value.name === 'string')
    .map((result) => textAt(result, 'name'))
}

function unknownFields(message: Found): Place[] {
  const fields = FIELDS.get(roleOf(message)) ?? Object.keys(message.value)
  const unknown = Object.keys(message.value).filter((field) => !fields.includes(field))
  return unknown.map((field) => ({ path: at(message.path, field) }))
}

function missingSchema({ value: { function: fn }, path }: Found): Place[] {
  return isObject(fn) && !isObject(fn.parameters) ? [{ path: `${path}/function/parameters` }] : []
}

const CHOICE: readonly Place[] = [{ path: '/tool_choice' }]

const ROWS: Readonly<Record<string, Row>> = {
  'MISTRAL-ID-01': [
    'Call ids have exactly nine letters and digits.',
    'Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.',
    textForm('callId', (view) => idsIn(view).filter(isGiven)),
  ],
  'MISTRAL-ID-02': [
    'Every call has an id, and every result names one.',
    'Tool call id has to be defined.',
    none((request) => idsIn(viewOf(request)).filter((id) => !isGiven(id)), 'the id is missing'),
  ],
  'MISTRAL-ID-03': [
    'The ids within an assistant message differ.',
    'Duplicate tool call id',
    seen(callIdsUnique),
  ],
  'MISTRAL-NAME-01': [
    'Function names have 1 to 64 letters, digits, _ and -, in tools, calls and results.',
    'must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    textForm('toolName', (view) => [...namesIn(view), ...view.resultNames]),
  ],
  'MISTRAL-PAIR-01': [
    'Every call is answered before the next message of another role, and at the end.',
    'Not the same number of function calls and responses',
    seen(callsAnswered),
  ],
  'MISTRAL-PAIR-02': [
    'There are no more results than calls.',
    'More tool responses than tool calls',
    none((request) => {
      const [, ...exchanges] = exchangesIn(viewOf(request))
      return exchanges.flatMap(({ calls, results }) => results.slice(calls.length))
    }, 'it answers no call'),
  ],
  'MISTRAL-PAIR-03': [
    'A result answers a call of the assistant message before it, once.',
    'Unexpected tool call id',
    seen(resultsCalled('whole', { once: true })),
  ],
  'MISTRAL-ORDER-01': [
    'Results follow the assistant, system messages do not follow answers.',
    "Unexpected role 'tool' after role 'user'",
    noMessage(
      (message, before) => FOLLOWERS.get(roleOf(before))?.includes(roleOf(message)) === false,
      'this role may not follow the one before',
    ),
  ],
  'MISTRAL-ORDER-02': [
    'Older deployments want an answer between a result and the user.',
    "Unexpected role 'user' after role 'tool'",
    resultsAlone,
    'info',
  ],
  'MISTRAL-ORDER-03': [
    'The user or a result comes last, or an answer that says prefix.',
    'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    none((request) => {
      const last = messagesOf(request).slice(-1)
      return last.filter((each) => roleOf(each) === 'system' || (isAnswer(each) && !saysPrefix(each)))
    }, 'it stands last'),
  ],
  'MISTRAL-ORDER-04': [
    'The conversation begins with the user or the system.',
    'Conversation must start with a user message or system message',
    userOrSystemFirst,
  ],
  'MISTRAL-ORDER-05': [
    'Only the last message says prefix.',
    'Assistant message with prefix True must be last message',
    none((request) => messagesOf(request).slice(0, -1).filter(saysPrefix), 'it is not the last message'),
  ],
  'MISTRAL-CONTENT-01': [
    'An assistant message has content or calls.',
    'Assistant message must have either content or tool_calls, but not none.',
    noMessage(
      (message) => isAnswer(message) && isEmpty(message) && callsOf(message).length === 0,
      'it has neither',
    ),
  ],
  'MISTRAL-CONTENT-02': [
    'A system message has content.',
    'System prompt must have content',
    noMessage((message) => roleOf(message) === 'system' && isEmpty(message), 'it has none'),
  ],
  'MISTRAL-CONTENT-03': [
    'Only the newest models take more than text in results.',
    'Unexpected content chunk types in tool message',
    mediaInResults,
    'warning',
  ],
  'MISTRAL-FIELD-01': [
    'Messages hold no fields that the API does not know.',
    'Extra inputs are not permitted',
    none((request) => messagesOf(request).flatMap(unknownFields), 'this role has no such field'),
  ],
  'MISTRAL-SCHEMA-01': [
    'Every function has a schema of its parameters.',
    'Invalid tool schema',
    none((request) => toolsOf(request).flatMap(missingSchema), 'the schema is missing'),
  ],
  'MISTRAL-TOOLS-01': [
    'The choice of one tool by its name is not reliable; any with this tool alone is.',
    undefined,
    none(({ tool_choice: choice }) => (isObject(choice) ? CHOICE : []), 'it names a tool'),
    'info',
  ],
  'MISTRAL-TOOLS-02': [
    'Tools that may not be called are left out: answers beside them come out garbled.',
    undefined,
    choicesAmong,
    'info',
  ],
}

const { limited } = rulesOver<View>({
  limits,
  viewOf: (request) => ({ ...viewOf(request), resultNames: resultNames(request) }),
})

/** What Mistral accepts: the validator that it publishes, and refusals that were reported. */
export const rules: readonly Rule[] = Object.entries(ROWS).map(([id, row]) => {
  const [summary, error, check, severity = 'error'] = row
  const text = { id, severity, summary, ...(error && { error }), evidence: VALIDATOR }
  return typeof check === 'function' ? { ...text, check } : limited(check, text)
})
