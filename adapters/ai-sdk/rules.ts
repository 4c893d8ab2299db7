import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { each, isEmptyList, none } from '../../src/translate/lint/checks.js'
import { member, translated } from '../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldText,
  isOf,
  listAt,
  listIn,
  those,
  typeOf,
  within,
} from '../../src/translate/lint/found.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import type { Check, Fix, Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'

const SOURCE = 'https://github.com/vercel/ai, packages/ai/src/'
const PROMPT = `${SOURCE}prompt/convert-to-language-model-prompt.ts`

const ROLES = ['system', 'user', 'assistant', 'tool']
/** Required and forbidden fields of each tool state. */
const STATES: Readonly<Record<string, readonly [has: readonly string[], lacks: readonly string[]]>> = {
  'input-streaming': [[], ['output', 'errorText']],
  'input-available': [['input'], ['output', 'errorText']],
  'approval-requested': [
    ['input', 'approval'],
    ['output', 'errorText'],
  ],
  'approval-responded': [
    ['input', 'approval'],
    ['output', 'errorText'],
  ],
  'output-available': [['input', 'output'], ['errorText']],
  'output-error': [['errorText'], ['output']],
  'output-denied': [
    ['input', 'approval'],
    ['output', 'errorText'],
  ],
}
const UI_PARTS =
  /^(?:text|reasoning|reasoning-file|custom|source-url|source-document|file|step-start|steering-message|dynamic-tool|(?:tool|data)-.+)$/

/** Returns all messages of a request or a prompt, except UI messages. */
function messagesOf(request: JsonObject): Found[] {
  return [...listIn(isArray(request.messages) ? 'messages' : 'prompt')(request)]
}

const partsOf = listAt('content')
const uiParts = within(messagesOf, listAt('parts'))

function roleOf(message: Found | undefined): string {
  return fieldText(message, 'role')
}

function idOf(part: Found): string {
  return fieldText(part, 'toolCallId')
}

/** Finds parts of a type in any message. */
function typed(type: string): Find {
  return those(within(messagesOf, partsOf), isOf(type))
}

const calls = typed('tool-call')
const results = typed('tool-result')
const approvalRequests = typed('tool-approval-request')

/** Finds approval responses at the end of the history. */
function approvalsAtEnd(request: JsonObject): Found[] {
  const last = messagesOf(request).slice(-1)
  const answers = last.filter((message) => roleOf(message) === 'tool').flatMap(partsOf)
  return answers.filter(isOf('tool-approval-response'))
}

/**
 * Returns ids of calls that the SDK runs or denies before it searches for results. The SDK checks only the
 * last message.
 */
function settledAtEnd(request: JsonObject): ReadonlySet<string> {
  const answered = approvalsAtEnd(request).map(({ value }) => value.approvalId)
  const asked = approvalRequests(request).filter(({ value }) => answered.includes(value.approvalId))
  return new Set(asked.map(idOf))
}

const callsAnswered: Check = (request, report) => {
  const settled = settledAtEnd(request)
  const open = new Map<string, string>()
  const tell = () => {
    for (const [id, path] of open) report(path, `Tool result is missing for tool call ${id}.`)
    open.clear()
  }
  for (const message of messagesOf(request)) {
    const role = roleOf(message)
    if (role === 'user' || role === 'system') tell()
    for (const part of partsOf(message)) {
      const isCall = role === 'assistant' && part.value.type === 'tool-call'
      if (isCall && part.value.providerExecuted !== true && !settled.has(idOf(part)))
        open.set(idOf(part), part.path)
      if (role === 'tool' && part.value.type === 'tool-result') open.delete(idOf(part))
    }
  }
  tell()
}

function misnamed(request: JsonObject): Found[] {
  const names = new Map(calls(request).map((call) => [idOf(call), call.value.toolName]))
  return results(request).filter(
    (result) => names.has(idOf(result)) && names.get(idOf(result)) !== result.value.toolName,
  )
}

function unasked(request: JsonObject): Found[] {
  const asked = new Set(approvalRequests(request).map(({ value }) => value.approvalId))
  return approvalsAtEnd(request).filter(({ value }) => !asked.has(value.approvalId))
}

function repeatedCalls(request: JsonObject): Found[] {
  const seen = new Set<string>()
  return calls(request).filter((call) => seen.size === seen.add(idOf(call)).size)
}

function uncalled(request: JsonObject): Found[] {
  const called = new Set(calls(request).map(idOf))
  return results(request).filter((result) => !called.has(idOf(result)))
}

function instructionsAmong(request: JsonObject): Found[] {
  if (request.allowSystemInMessages === true) return []
  return listIn('messages')(request).filter(
    (message) => roleOf(message) === 'system' && message.value.content !== undefined,
  )
}

function flatOptions(request: JsonObject): Found[] {
  const all = [...messagesOf(request), ...messagesOf(request).flatMap(partsOf)]
  const isFlat = (options: JsonValue | undefined) =>
    isObject(options) && Object.values(options).some((one) => one !== undefined && !isObject(one))
  return all.filter(({ value }) => isFlat(value.providerOptions))
}

function isBadTool(part: Found): boolean {
  if (!/^(?:dynamic-tool$|tool-)/.test(typeOf(part))) return false
  const state = fieldText(part, 'state')
  const [has, lacks] = (Object.hasOwn(STATES, state) ? STATES[state] : undefined) ?? [['state'], ['state']]
  return (
    has.some((field) => part.value[field] === undefined) ||
    lacks.some((field) => part.value[field] !== undefined)
  )
}

/** Adds the name of the call to its result. */
const nameOfCall: Fix = (request, path) => {
  const result = results(request).find((found) => found.path === path)
  const name = calls(request).find((call) => result !== undefined && idOf(call) === idOf(result))?.value
    .toolName
  return typeof name === 'string' ? [{ op: 'replace', path: `${path}/toolName`, value: name }] : undefined
}

const ROWS: RuleRows<unknown> = {
  'AISDK-PAIR-01': {
    summary: 'Every call that the provider did not run has a result before the next turn, and at the end.',
    error: 'Tool result is missing for tool call c1.',
    evidence: PROMPT,
    check: callsAnswered,
  },
  'AISDK-PAIR-02': {
    fix: nameOfCall,
    summary: 'A result has the tool name of its call.',
    severity: 'warning',
    evidence: 'https://github.com/vercel/ai, packages/provider/src/language-model/v4',
    check: none(misnamed, 'the call has another name'),
  },
  'AISDK-PAIR-03': {
    summary: 'An approval response at the end answers an approval request.',
    error: 'references unknown approvalId',
    evidence: `${SOURCE}generate-text/collect-tool-approvals.ts`,
    check: none(unasked, 'no approval was requested under this id'),
  },
  'AISDK-PAIR-04': {
    summary: 'A result answers a call. The SDK does not check this; the provider may.',
    severity: 'info',
    check: none(uncalled, 'there is no such call'),
  },
  'AISDK-ID-01': {
    summary: 'The ids of calls are unique: two calls with the same id are each run twice.',
    severity: 'warning',
    evidence: 'https://github.com/vercel/ai, packages/provider/src/language-model/v4',
    check: none(repeatedCalls, 'an earlier call has this id'),
  },
  'AISDK-ROLE-01': {
    fix: member('role', translated({ model: 'assistant', ai: 'assistant', human: 'user' })),
    summary: 'The role of a message is system, user, assistant or tool.',
    error: 'Invalid message role',
    evidence: PROMPT,
    check: each(messagesOf, (message) => !ROLES.includes(roleOf(message)), 'there is no such role'),
  },
  'AISDK-ROLE-02': {
    summary: 'Instructions are not among the messages, unless allowSystemInMessages is true.',
    error: 'System messages are not allowed in the prompt or messages fields',
    evidence: `${SOURCE}prompt/standardize-prompt.ts`,
    check: none(instructionsAmong, 'an instruction among the messages'),
  },
  'AISDK-ROLE-03': {
    summary: 'There is at least one message.',
    error: 'messages must not be empty',
    evidence: `${SOURCE}prompt/standardize-prompt.ts`,
    check: ({ messages, prompt }, report) => {
      if (isEmptyList(messages)) report('/messages', 'there is no message')
      else if (!isArray(messages) && isEmptyList(prompt)) report('/prompt', 'there is no message')
    },
  },
  'AISDK-SCHEMA-01': {
    summary: 'Provider options are grouped by provider.',
    severity: 'warning',
    evidence: `${SOURCE}prompt/message.ts`,
    check: none(flatOptions, 'an option outside of any group'),
  },
  'AISDK-OUTPUT-01': {
    summary: 'A result has an output; the SDK no longer reads the fields of older results.',
    severity: 'warning',
    evidence: PROMPT,
    check: each(results, ({ value }) => !isObject(value.output), 'there is no output'),
  },
  'AISDK-MEDIA-01': {
    summary: 'Every file part has a media type.',
    error: 'Media type is missing for file part',
    evidence: PROMPT,
    check: each(
      typed('file'),
      ({ value }) => typeof value.mediaType !== 'string' && value.data !== undefined,
      'there is no media type',
    ),
  },
  'AISDK-TOOLS-02': {
    summary: 'The id of a provider tool begins with the name of the provider and a dot.',
    severity: 'warning',
    check: each(
      those(listIn('tools'), isOf('provider')),
      (tool) => !fieldText(tool, 'id').includes('.'),
      'there is no dot',
    ),
  },
  'AISDK-UI-01': {
    summary: 'UI message parts have a known type.',
    error: 'Type validation failed',
    evidence: `${SOURCE}ui/validate-ui-messages.ts`,
    check: each(uiParts, (part) => !UI_PARTS.test(typeOf(part)), 'there is no such part'),
  },
  'AISDK-UI-02': {
    summary: 'A UI tool part has exactly the fields of its state.',
    error: 'Type validation failed',
    evidence: `${SOURCE}ui/validate-ui-messages.ts`,
    check: each(uiParts, isBadTool, 'its fields are not those of its state'),
  },
}

/** Rules for requests for which the SDK throws an error, or which a provider is likely to reject. */
export const rules: readonly Rule[] = rulesOf({ limits, viewOf: (request) => request }, ROWS)
