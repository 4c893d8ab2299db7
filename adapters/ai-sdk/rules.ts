import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Check, Rule } from '../../src/lint/rule.js'
import { type Found, objectsOf } from '../../src/schema/walk.js'

const SOURCE = 'https://github.com/vercel/ai, packages/ai/src/'
const PROMPT = `${SOURCE}prompt/convert-to-language-model-prompt.ts`

const ROLES = ['system', 'user', 'assistant', 'tool']
/** Of each state of a tool, the fields that it must have, and those that it must not. */
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

/** All messages that are not of a user interface; those of a prompt as well. */
function messagesOf(request: JsonObject): Found[] {
  const field = isArray(request.messages) ? 'messages' : 'prompt'
  return objectsOf(request[field], `/${field}`)
}

function partsOf({ value, path }: Found): Found[] {
  return objectsOf(value.content, `${path}/content`)
}

function uiPartsOf(request: JsonObject): Found[] {
  return messagesOf(request).flatMap(({ value, path }) => objectsOf(value.parts, `${path}/parts`))
}

function roleOf({ value }: Found): string {
  return stringOr(value.role, '')
}

function idOf({ value }: Found): string {
  return stringOr(value.toolCallId, '')
}

/** Parts of a type, wherever they stand. */
function typed(request: JsonObject, type: string): Found[] {
  return messagesOf(request)
    .flatMap(partsOf)
    .filter(({ value }) => value.type === type)
}

/** Refuses every place that is found. */
function none(find: (request: JsonObject) => readonly Found[], says: string): Check {
  return (request, report) => {
    for (const { path } of find(request)) report(path, says)
  }
}

/** What the SDK is asked to run or to deny before it looks for results: it looks only at the last message. */
function settledAtEnd(messages: readonly Found[]): ReadonlySet<string> {
  const last = messages.at(-1)
  const answers = last !== undefined && roleOf(last) === 'tool' ? partsOf(last) : []
  const asked = messages.flatMap(partsOf).filter(({ value }) => value.type === 'tool-approval-request')
  return new Set(
    answers
      .filter(({ value }) => value.type === 'tool-approval-response')
      .flatMap((answer) => asked.filter(({ value }) => value.approvalId === answer.value.approvalId))
      .map(idOf),
  )
}

const callsAnswered: Check = (request, report) => {
  const messages = messagesOf(request)
  const settled = settledAtEnd(messages)
  const open = new Map<string, string>()
  const tell = () => {
    for (const [id, path] of open) report(path, `Tool result is missing for tool call ${id}.`)
    open.clear()
  }
  for (const message of messages) {
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
  const names = new Map(typed(request, 'tool-call').map((call) => [idOf(call), call.value.toolName]))
  return typed(request, 'tool-result').filter(
    (result) => names.has(idOf(result)) && names.get(idOf(result)) !== result.value.toolName,
  )
}

function unasked(request: JsonObject): Found[] {
  const last = messagesOf(request).at(-1)
  const asked = new Set(typed(request, 'tool-approval-request').map(({ value }) => value.approvalId))
  const answers = last !== undefined && roleOf(last) === 'tool' ? partsOf(last) : []
  return answers.filter(
    ({ value }) => value.type === 'tool-approval-response' && !asked.has(value.approvalId),
  )
}

function again(parts: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return parts.filter((part) => {
    const isAgain = seen.has(idOf(part))
    seen.add(idOf(part))
    return isAgain
  })
}

function uncalled(request: JsonObject): Found[] {
  const calls = new Set(typed(request, 'tool-call').map(idOf))
  return typed(request, 'tool-result').filter((result) => !calls.has(idOf(result)))
}

function instructionsAmong(request: JsonObject): Found[] {
  if (request.allowSystemInMessages === true) return []
  return objectsOf(request.messages, '/messages').filter(
    (message) => roleOf(message) === 'system' && message.value.content !== undefined,
  )
}

function untyped(request: JsonObject): Found[] {
  const media = typed(request, 'file').filter(({ value }) => typeof value.mediaType !== 'string')
  return media.filter(({ value }) => value.data !== undefined)
}

function flatOptions(request: JsonObject): Found[] {
  const all = [...messagesOf(request), ...messagesOf(request).flatMap(partsOf)]
  const isFlat = (options: JsonValue | undefined) =>
    isObject(options) && Object.values(options).some((one) => one !== undefined && !isObject(one))
  return all.filter(({ value }) => isFlat(value.providerOptions))
}

function badTools(request: JsonObject): Found[] {
  return uiPartsOf(request).filter(({ value }) => {
    const type = stringOr(value.type, '')
    if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return false
    const state = stringOr(value.state, '')
    const [has, lacks] = (Object.hasOwn(STATES, state) ? STATES[state] : undefined) ?? [['state'], ['state']]
    return (
      has.some((field) => value[field] === undefined) || lacks.some((field) => value[field] !== undefined)
    )
  })
}

interface Row extends Omit<Rule, 'id' | 'severity' | 'check'> {
  /** Default: `error`: the SDK throws. */
  readonly severity?: Rule['severity']
  readonly check: Check
}

const ROWS: Readonly<Record<string, Row>> = {
  'AISDK-PAIR-01': {
    summary:
      'Every call that the provider did not run has a result before anybody else speaks, and at the end.',
    error: 'Tool result is missing for tool call c1.',
    evidence: PROMPT,
    check: callsAnswered,
  },
  'AISDK-PAIR-02': {
    summary: 'A result bears the name of its call.',
    severity: 'warning',
    evidence: 'https://github.com/vercel/ai, packages/provider/src/language-model/v4',
    check: none(misnamed, 'the call has another name'),
  },
  'AISDK-PAIR-03': {
    summary: 'An approval at the end answers a question that was asked.',
    error: 'references unknown approvalId',
    evidence: `${SOURCE}generate-text/collect-tool-approvals.ts`,
    check: none(unasked, 'nobody asked for this approval'),
  },
  'AISDK-PAIR-04': {
    summary: 'A result answers a call; the SDK does not look, the provider may.',
    severity: 'info',
    check: none(uncalled, 'there is no such call'),
  },
  'AISDK-ID-01': {
    summary: 'The ids of calls differ: of two with one id each is run twice.',
    severity: 'warning',
    evidence: 'https://github.com/vercel/ai, packages/provider/src/language-model/v4',
    check: none((request) => again(typed(request, 'tool-call')), 'an earlier call has this id'),
  },
  'AISDK-ROLE-01': {
    summary: 'Messages are of the system, the user, the assistant or a tool.',
    error: 'Invalid message role',
    evidence: PROMPT,
    check: none(
      (request) => messagesOf(request).filter((message) => !ROLES.includes(roleOf(message))),
      'there is no such role',
    ),
  },
  'AISDK-ROLE-02': {
    summary: 'Instructions stand beside the messages, unless allowSystemInMessages says otherwise.',
    error: 'System messages are not allowed in the prompt or messages fields',
    evidence: `${SOURCE}prompt/standardize-prompt.ts`,
    check: none(instructionsAmong, 'an instruction among the messages'),
  },
  'AISDK-ROLE-03': {
    summary: 'There is at least one message.',
    error: 'messages must not be empty',
    evidence: `${SOURCE}prompt/standardize-prompt.ts`,
    check: ({ messages, prompt }, report) => {
      if (isArray(messages) && messages.length === 0) report('/messages', 'there is no message')
      else if (isArray(prompt) && prompt.length === 0) report('/prompt', 'there is no message')
    },
  },
  'AISDK-SCHEMA-01': {
    summary: 'Options are grouped by the package that they are for.',
    severity: 'warning',
    evidence: `${SOURCE}prompt/message.ts`,
    check: none(flatOptions, 'an option stands outside of any group'),
  },
  'AISDK-OUTPUT-01': {
    summary: 'A result has an output under a tag: of older results the SDK knows nothing.',
    severity: 'warning',
    evidence: PROMPT,
    check: none(
      (request) => typed(request, 'tool-result').filter(({ value }) => !isObject(value.output)),
      'there is no output',
    ),
  },
  'AISDK-MEDIA-01': {
    summary: 'Every file says its media type.',
    error: 'Media type is missing for file part',
    evidence: PROMPT,
    check: none(untyped, 'there is no media type'),
  },
  'AISDK-TOOLS-01': {
    summary: 'The id of a tool that a package brings along begins with its provider and a dot.',
    severity: 'warning',
    check: none(
      ({ tools }) =>
        objectsOf(tools, '/tools').filter(
          ({ value }) => value.type === 'provider' && !stringOr(value.id, '').includes('.'),
        ),
      'there is no dot',
    ),
  },
  'AISDK-UI-01': {
    summary: 'Parts of a user interface are of a kind that it knows.',
    error: 'Type validation failed',
    evidence: `${SOURCE}ui/validate-ui-messages.ts`,
    check: none(
      (request) => uiPartsOf(request).filter(({ value }) => !UI_PARTS.test(stringOr(value.type, ''))),
      'there is no such part',
    ),
  },
  'AISDK-UI-02': {
    summary: 'A tool of a user interface has the fields of its state, and no others.',
    error: 'Type validation failed',
    evidence: `${SOURCE}ui/validate-ui-messages.ts`,
    check: none(badTools, 'its fields are not those of its state'),
  },
}

/** What the SDK throws over, and what it passes on and is likely to be refused. */
export const rules: readonly Rule[] = Object.entries(ROWS).map(([id, { severity = 'error', ...row }]) => ({
  id,
  severity,
  ...row,
}))
