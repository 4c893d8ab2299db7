import type { JsonObject } from '../../src/base/json/json-types.js'
import { at, isObject } from '../../src/base/json/read-json.js'
import {
  callIdsUnique,
  callsAnswered,
  each,
  exchangesIn,
  idsIn,
  isEmptyList,
  namesIn,
  none,
  resultsCalled,
} from '../../src/translate/lint/checks.js'
import { distinctIds } from '../../src/translate/lint/fix-pairs.js'
import { pairedResults, pairedWithText } from '../../src/translate/lint/fix-with-fit.js'
import { constant, heldAt, leftOut, member, saysNothing } from '../../src/translate/lint/fixes.js'
import { type Found, fieldIn, fieldText, within } from '../../src/translate/lint/found.js'
import { requestFieldsKnown } from '../../src/translate/lint/known-fields.js'
import {
  choicesAmong,
  mediaInResults,
  resultsAlone,
  userOrSystemFirst,
} from '../../src/translate/lint/limit-checks.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import type { Check, Fix, Rule } from '../../src/translate/lint/rule.js'
import { textForm } from '../../src/translate/lint/text-form.js'
import { type Place, type RequestView, type TextAt, textAt } from '../../src/translate/lint/view.js'
import { messagesOf, nativeCallsOf, toolsOf, viewOf } from './family.js'
import { limits } from './limits.js'
import { settingValueRules } from './rules/settings.js'
import { form, shapeRules } from './rules/shapes.js'
import { valueShapeRules } from './rules/values.js'

export { refusals } from './refusals.js'

/** The view of a request in which results also have names. */
type View = RequestView & { readonly resultNames: readonly TextAt[] }

const VALIDATOR =
  'https://github.com/mistralai/mistral-common, src/mistral_common/protocol/instruct/validator.py'

/** Roles that may follow each role. Only the newest deployments accept later system messages. */
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

/** Creates a check that reports messages, depending on the message and the previous message. */
function noMessage(breaks: (message: Found, before: Found | undefined) => boolean, says: string): Check {
  return none((request) => {
    const messages = messagesOf(request)
    return messages.filter((message, index) => breaks(message, messages[index - 1]))
  }, says)
}

function roleOf(message: Found | undefined): string {
  return fieldText(message, 'role')
}

function isAnswer(message: Found): boolean {
  return roleOf(message) === 'assistant'
}

function saysPrefix({ value }: Found): boolean {
  return value.prefix === true
}

function isEmpty({ value: { content } }: Found): boolean {
  return (content ?? '') === '' || isEmptyList(content)
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

/** Marks the answer at the end as a prefix for the model to continue. */
const prefixed: Fix = (request, path) => {
  const message = heldAt(request, path)
  if (!isObject(message) || message.role !== 'assistant' || message.tool_calls !== undefined) return undefined
  return [{ op: 'add', path: `${path}/prefix`, value: true }]
}

/** Content in another format is moved by MISTRAL-SHAPE-02, not dropped. */
const withoutField: Fix = (request, path) => (path.endsWith('/parts') ? undefined : leftOut(request, path))

/** Other rules fix misspelled fields, and those of other formats, first. */
const LAST: RuleRows<View> = {
  'MISTRAL-FIELD-02': {
    summary: 'The request has no unknown fields.',
    evidence: 'https://github.com/partITech/php-mistral/issues/76',
    check: requestFieldsKnown({ max_completion_tokens: 'max_tokens', seed: 'random_seed' }),
  },
}

const ROWS: RuleRows<View> = {
  'MISTRAL-ID-01': {
    summary: 'Call ids have exactly nine letters and digits.',
    error: 'Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.',
    seen: textForm('callId', (view) => idsIn(view).filter(isGiven)),
  },
  'MISTRAL-ID-02': {
    summary: 'Every call has an id, and every result has the id of a call.',
    error: 'Tool call id has to be defined.',
    seen: none((view) => idsIn(view).filter((id) => !isGiven(id)), 'the id is missing'),
  },
  'MISTRAL-ID-03': {
    fix: distinctIds(viewOf, limits),
    summary: 'The call ids within an assistant message are unique.',
    error: 'Duplicate tool call id',
    seen: callIdsUnique,
  },
  'MISTRAL-NAME-01': {
    summary: 'Function names have 1 to 64 letters, digits, _ and -, in tools, calls and results.',
    error: 'must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    seen: textForm(
      'toolName',
      (view) => [...namesIn(view), ...view.resultNames],
      ({ otherNames = [] }) => otherNames,
    ),
  },
  'MISTRAL-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every call is answered before the next message of another role, and at the end.',
    error: 'Not the same number of function calls and responses',
    seen: callsAnswered,
  },
  'MISTRAL-PAIR-02': {
    ...pairedWithText(form),
    summary: 'There are no more results than calls.',
    error: 'More tool responses than tool calls',
    seen: none((view) => {
      const [, ...exchanges] = exchangesIn(view)
      return exchanges.flatMap(({ calls, results }) => results.slice(calls.length))
    }, 'it answers no call'),
  },
  'MISTRAL-PAIR-03': {
    ...pairedWithText(form),
    summary: 'A result answers a call of the assistant message before it, once.',
    error: 'Unexpected tool call id',
    seen: resultsCalled('whole', { once: true }),
  },
  'MISTRAL-ORDER-01': {
    summary:
      'Results follow an assistant message or a result; system messages do not follow an assistant message.',
    error: "Unexpected role 'tool' after role 'user'",
    check: noMessage(
      (message, before) => FOLLOWERS.get(roleOf(before))?.includes(roleOf(message)) === false,
      'this role cannot follow the previous one',
    ),
  },
  'MISTRAL-ORDER-02': {
    severity: 'info',
    summary: 'Older deployments require an assistant message between a result and a user message.',
    error: "Unexpected role 'user' after role 'tool'",
    seen: resultsAlone,
  },
  'MISTRAL-ORDER-03': {
    fix: prefixed,
    summary: 'The last message is a user message, a result, or an assistant message with prefix.',
    error: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    check: none((request) => {
      const last = messagesOf(request).slice(-1)
      return last.filter((each) => roleOf(each) === 'system' || (isAnswer(each) && !saysPrefix(each)))
    }, 'it is the last message'),
  },
  'MISTRAL-ORDER-04': {
    summary: 'The conversation begins with a user or system message.',
    error: 'Conversation must start with a user message or system message',
    seen: userOrSystemFirst,
  },
  'MISTRAL-ORDER-05': {
    fix: member('prefix', leftOut),
    summary: 'Only the last message has prefix.',
    error: 'Assistant message with prefix True must be last message',
    check: none(
      (request) => messagesOf(request).slice(0, -1).filter(saysPrefix),
      'it is not the last message',
    ),
  },
  'MISTRAL-CONTENT-01': {
    fix: saysNothing,
    summary: 'An assistant message has content or calls.',
    error: 'Assistant message must have either content or tool_calls, but not none.',
    check: noMessage(
      (message) => isAnswer(message) && isEmpty(message) && nativeCallsOf(message).length === 0,
      'it has neither',
    ),
  },
  'MISTRAL-CONTENT-02': {
    fix: saysNothing,
    summary: 'A system message has content.',
    error: 'System prompt must have content',
    check: noMessage((message) => roleOf(message) === 'system' && isEmpty(message), 'it has none'),
  },
  'MISTRAL-CONTENT-03': {
    severity: 'warning',
    summary: 'Only the newest models accept more than text in results.',
    error: 'Unexpected content chunk types in tool message',
    seen: mediaInResults,
  },
  'MISTRAL-FIELD-01': {
    fix: withoutField,
    summary: 'Messages have no unknown fields.',
    error: 'Extra inputs are not permitted',
    check: none(within(messagesOf, unknownFields), 'this role has no such field'),
  },
  'MISTRAL-SCHEMA-01': {
    fix: constant({ type: 'object', properties: {} }),
    summary: 'Every function has a schema of its parameters.',
    error: 'Invalid tool schema',
    check: none(within(toolsOf, missingSchema), 'the schema is missing'),
  },
  'MISTRAL-TOOLS-01': {
    severity: 'info',
    summary: 'A tool choice by name is not reliable; the choice any with only this tool is.',
    check: each(fieldIn('tool_choice'), ({ value }) => isObject(value), 'it names a tool'),
  },
  'MISTRAL-TOOLS-02': {
    severity: 'info',
    summary: 'Tools that cannot be called are left out: their presence garbles answers.',
    seen: choicesAmong,
  },
}

/** Acceptance rules of Mistral. Sources: its published validator, and reported refusals. */
export const rules: readonly Rule[] = rulesOf(
  {
    limits,
    viewOf: (request) => ({ ...viewOf(request), resultNames: resultNames(request) }),
    evidence: VALIDATOR,
  },
  { ...ROWS, ...settingValueRules, ...shapeRules, ...valueShapeRules, ...LAST },
)
