import type { Rule } from '../../src/adapter/rule.js'
import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { callsAnswered, idsIn, namesIn } from '../../src/lint/checks.js'
import { textCheck } from '../../src/lint/limited.js'
import { type TextAt, textAt } from '../../src/lint/view.js'
import { type Found, objectsOf } from '../../src/schema/walk.js'
import { callsOf, idOf, messagesOf, seen, toolsOf, turnsOf, viewOf } from './family.js'
import { limits } from './limits.js'

type Row = readonly [
  id: string,
  severity: Rule['severity'],
  summary: string,
  error: string | undefined,
  check: Rule['check'],
]

const VALIDATOR =
  'https://github.com/mistralai/mistral-common, src/mistral_common/protocol/instruct/validator.py'
const wire = { limits }

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

function roleOf(message: Found | undefined): string {
  return stringOr(message?.value.role, '')
}

function answerTo({ value }: Found): string {
  return stringOr(value.tool_call_id, '')
}

function isEmpty({ value: { content } }: Found): boolean {
  return (
    content === undefined || content === null || content === '' || (isArray(content) && content.length === 0)
  )
}

function isGiven({ text }: TextAt): boolean {
  return text !== '' && text !== 'null'
}

function givenIds(request: JsonObject): TextAt[] {
  return idsIn(viewOf(request)).filter(isGiven)
}

/** Names of tools, in calls and in results, too. */
function namesOf(request: JsonObject): TextAt[] {
  const results = messagesOf(request).filter(
    (message) => roleOf(message) === 'tool' && typeof message.value.name === 'string',
  )
  return [...namesIn(viewOf(request)), ...results.map((result) => textAt(result, 'name'))]
}

function repeated(ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
}

const ROWS: readonly Row[] = [
  [
    'MISTRAL-ID-01',
    'error',
    'Call ids have exactly nine letters and digits.',
    'Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.',
    textCheck(wire, 'callId', givenIds, 'MISTRAL-ID-01'),
  ],
  [
    'MISTRAL-ID-02',
    'error',
    'Every call has an id, and every result names one.',
    'Tool call id has to be defined.',
    (request, report) => {
      for (const id of idsIn(viewOf(request))) if (!isGiven(id)) report(id.path, 'the id is missing')
    },
  ],
  [
    'MISTRAL-ID-03',
    'error',
    'The ids within an assistant message differ.',
    'Duplicate tool call id',
    (request, report) => {
      for (const { message, calls } of turnsOf(request).turns)
        for (const id of repeated(calls.map(idOf))) report(message.path, `several calls have the id "${id}"`)
    },
  ],
  [
    'MISTRAL-NAME-01',
    'error',
    'Function names have 1 to 64 letters, digits, _ and -, in tools, calls and results.',
    'must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    textCheck(wire, 'toolName', namesOf, 'MISTRAL-NAME-01'),
  ],
  [
    'MISTRAL-PAIR-01',
    'error',
    'Every call is answered before the next message of another role, and at the end.',
    'Not the same number of function calls and responses',
    seen(callsAnswered),
  ],
  [
    'MISTRAL-PAIR-02',
    'error',
    'There are no more results than calls.',
    'More tool responses than tool calls',
    (request, report) => {
      for (const { calls, results } of turnsOf(request).turns)
        for (const { path } of results.slice(calls.length)) report(path, 'it answers no call')
    },
  ],
  [
    'MISTRAL-PAIR-03',
    'error',
    'A result answers a call of the assistant message before it, once.',
    'Unexpected tool call id',
    (request, report) => {
      for (const { calls, results } of turnsOf(request).turns) {
        const ids = calls.map(idOf)
        const twice = repeated(results.map(answerTo))
        for (const result of results)
          if (!ids.includes(answerTo(result)) || twice.has(answerTo(result)))
            report(result.path, `"${answerTo(result)}" is no call before it, or is answered twice`)
      }
    },
  ],
  [
    'MISTRAL-ORDER-01',
    'error',
    'Results follow the assistant, system messages do not follow answers.',
    "Unexpected role 'tool' after role 'user'",
    (request, report) => {
      const messages = messagesOf(request)
      messages.slice(1).forEach((message, index) => {
        const before = roleOf(messages[index])
        const followers = FOLLOWERS.get(before)
        if (followers !== undefined && !followers.includes(roleOf(message)))
          report(`${message.path}/role`, `${roleOf(message)} may not follow ${before}`)
      })
    },
  ],
  [
    'MISTRAL-ORDER-02',
    'info',
    'Older deployments want an answer between a result and the user.',
    "Unexpected role 'user' after role 'tool'",
    (request, report) => {
      const messages = messagesOf(request)
      messages.slice(1).forEach((message, index) => {
        if (roleOf(message) === 'user' && roleOf(messages[index]) === 'tool')
          report(message.path, 'the user speaks right after a result')
      })
    },
  ],
  [
    'MISTRAL-ORDER-03',
    'error',
    'The user or a result comes last, or an answer that says prefix.',
    'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    (request, report) => {
      const last = messagesOf(request).at(-1)
      const isAnswer = roleOf(last) === 'assistant' && last?.value.prefix !== true
      if (last !== undefined && (isAnswer || roleOf(last) === 'system')) report(last.path, 'it stands last')
    },
  ],
  [
    'MISTRAL-ORDER-04',
    'error',
    'The conversation begins with the user or the system.',
    'Conversation must start with a user message or system message',
    (request, report) => {
      const [first] = messagesOf(request)
      if (first !== undefined && !['user', 'system'].includes(roleOf(first)))
        report(first.path, `${roleOf(first)} speaks first`)
    },
  ],
  [
    'MISTRAL-ORDER-05',
    'error',
    'Only the last message says prefix.',
    'Assistant message with prefix True must be last message',
    (request, report) => {
      for (const { value, path } of messagesOf(request).slice(0, -1))
        if (value.prefix === true) report(`${path}/prefix`, 'it is not the last message')
    },
  ],
  [
    'MISTRAL-CONTENT-01',
    'error',
    'An assistant message has content or calls.',
    'Assistant message must have either content or tool_calls, but not none.',
    (request, report) => {
      for (const message of messagesOf(request))
        if (roleOf(message) === 'assistant' && isEmpty(message) && callsOf(message).length === 0)
          report(message.path, 'it has neither')
    },
  ],
  [
    'MISTRAL-CONTENT-02',
    'error',
    'A system message has content.',
    'System prompt must have content',
    (request, report) => {
      for (const message of messagesOf(request))
        if (roleOf(message) === 'system' && isEmpty(message)) report(message.path, 'it has none')
    },
  ],
  [
    'MISTRAL-CONTENT-03',
    'warning',
    'Only the newest models take more than text in results.',
    'Unexpected content chunk types in tool message',
    (request, report) => {
      for (const message of messagesOf(request).filter((each) => roleOf(each) === 'tool'))
        for (const { value, path } of objectsOf(message.value.content, `${message.path}/content`))
          if (value.type !== 'text') report(path, 'it is no text')
    },
  ],
  [
    'MISTRAL-FIELD-01',
    'error',
    'Messages hold no fields that the API does not know.',
    'Extra inputs are not permitted',
    (request, report) => {
      for (const message of messagesOf(request))
        for (const field of Object.keys(message.value))
          if (FIELDS.get(roleOf(message))?.includes(field) === false)
            report(`${message.path}/${field}`, `"${field}" is no field of this role`)
    },
  ],
  [
    'MISTRAL-SCHEMA-01',
    'error',
    'Every function has a schema of its parameters.',
    'Invalid tool schema',
    (request, report) => {
      for (const { value, path } of toolsOf(request))
        if (isObject(value.function) && !isObject(value.function.parameters))
          report(`${path}/function/parameters`, 'the schema is missing')
    },
  ],
  [
    'MISTRAL-TOOLS-01',
    'info',
    'The choice of one tool by its name is not reliable; any with this tool alone is.',
    undefined,
    (request, report) => {
      if (isObject(request.tool_choice)) report('/tool_choice', 'it names a tool')
    },
  ],
  [
    'MISTRAL-TOOLS-02',
    'info',
    'Tools that may not be called are left out: answers beside them come out garbled.',
    undefined,
    (request, report) => {
      if (request.tool_choice === 'none' && toolsOf(request).length > 0)
        report('/tool_choice', 'there are tools')
    },
  ],
]

/** What Mistral accepts: the validator that it publishes, and refusals that were reported. */
export const rules: readonly Rule[] = ROWS.map(([id, severity, summary, error, check]) => ({
  id,
  severity,
  summary,
  ...(error === undefined ? {} : { error }),
  evidence: VALIDATOR,
  certainFor: id === 'MISTRAL-ORDER-02' ? ['older-deployments'] : [],
  check,
}))
