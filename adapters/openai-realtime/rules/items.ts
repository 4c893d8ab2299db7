import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, none, repeated } from '../../../src/translate/lint/checks.js'
import { pairedResults } from '../../../src/translate/lint/fix-with-fit.js'
import { asText, heldAt, parentPath } from '../../../src/translate/lint/fixes.js'
import {
  type Found,
  fieldOf,
  fieldText,
  isOf,
  listAt,
  objectAt,
  those,
  typeOf,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { limits } from '../limits.js'
import { request } from '../request.js'
import {
  callIdOf,
  eventsOf,
  givesTurn,
  itemsOf,
  messagesOf,
  nativeCallsOf,
  outputsOf,
  partsOf,
} from './walk.js'

const CLIENT_TYPES = 'https://github.com/openai/openai-node src/resources/realtime/realtime.ts'
const ITEM_ID_LENGTH = 32

function idsOf(find: (request: JsonObject) => readonly Found[], key: string) {
  return (request: JsonObject): TextAt[] =>
    find(request).flatMap((found) => (fieldText(found, key) === '' ? [] : [textAt(found, key)]))
}

const itemIds = idsOf(itemsOf, 'id')
const callIds = (request: JsonObject) => [
  ...idsOf(nativeCallsOf, 'call_id')(request),
  ...idsOf(outputsOf, 'call_id')(request),
]

export const idRules: RuleRows<unknown> = {
  'REALTIME-ID-01': {
    severity: 'warning',
    summary: 'Ids of items have at most 32 characters.',
    error: "Invalid 'item.id': string too long. Expected a string with maximum length 32",
    evidence: 'error texts in clients',
    check: each(itemIds, ({ text }) => text.length > ITEM_ID_LENGTH, 'the id is longer than 32 characters'),
  },
  'REALTIME-ID-02': {
    summary: 'Ids of calls have at most 32 characters.',
    error: "Invalid 'item.call_id': string too long. Expected a string with maximum length 32",
    evidence: 'https://github.com/pydantic/pydantic-ai realtime/_openai_protocol.py',
    check: textForm('callId', callIds),
  },
  'REALTIME-ID-03': {
    severity: 'warning',
    summary: 'Ids of items are new in the conversation.',
    check: none((request: JsonObject) => repeated(itemIds(request)), 'an item before has this id'),
  },
}

/**
 * Finds outputs without a call. Stops at the first event after which the model may answer, since the model's
 * calls are not in the client's events.
 */
function uncalled(request: JsonObject): Found[] {
  const called = new Set<string>()
  const found: Found[] = []
  for (const event of eventsOf(request)) {
    if (givesTurn(event)) return found
    for (const item of objectAt('item')(event)) {
      if (typeOf(item) === 'function_call') called.add(callIdOf(item))
      else if (typeOf(item) === 'function_call_output' && !called.has(callIdOf(item))) found.push(item)
    }
  }
  return found
}

function unanswered(request: JsonObject): Found[] {
  const answered = new Set(outputsOf(request).map(callIdOf))
  return nativeCallsOf(request).filter((call) => callIdOf(call) !== '' && !answered.has(callIdOf(call)))
}

const form = { wire: 'openai-realtime', codecs: { limits, request } }

export const pairingRules: RuleRows<unknown> = {
  // Without a fix: the session may hold the call.
  'REALTIME-PAIR-01': {
    summary: 'An output names a call that is in the conversation.',
    error: 'not found in conversation.',
    errors: ['invalid_tool_call_id'],
    evidence: 'https://github.com/livekit/agents/issues/3344',
    check: none(uncalled, (item) => `no call before has the id "${callIdOf(item)}"`),
  },
  'REALTIME-PAIR-02': {
    ...pairedResults(form),
    severity: 'warning',
    summary: 'Every call has an output; otherwise the model waits or repeats the call.',
    evidence: 'https://github.com/livekit/agents/pull/6785',
    check: none(unanswered, (item) => `the call "${callIdOf(item)}" has no output`),
  },
  'REALTIME-OUT-01': {
    fix: asText,
    summary: 'The output of a call is a text.',
    evidence: CLIENT_TYPES,
    check: each(fieldOf(outputsOf, 'output'), ({ value }) => typeof value !== 'string', 'it is not a text'),
  },
  'REALTIME-ARG-01': {
    fix: asText,
    summary: 'The arguments of a call are a text.',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf(nativeCallsOf, 'arguments'),
      ({ value }) => typeof value !== 'string',
      'they are not a text',
    ),
  },
}

/** The part types that each role may use. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['input_text'],
  user: ['input_text', 'input_audio', 'input_image'],
  assistant: ['output_text'],
}
const SPOKEN = new Set(['output_audio', 'audio'])

/** A part of a message, with the role of the message. */
interface SaidPart extends Found {
  readonly role: string
}

function saidParts(request: JsonObject): SaidPart[] {
  return messagesOf(request).flatMap((message) =>
    listAt('content')(message).map((part) => ({ ...part, role: fieldText(message, 'role') })),
  )
}

function isHeard(part: SaidPart): boolean {
  return part.role === 'assistant' && SPOKEN.has(typeOf(part))
}

function isMisplaced(part: SaidPart): boolean {
  const allowed = Object.hasOwn(PARTS, part.role) ? PARTS[part.role] : undefined
  return !isHeard(part) && allowed !== undefined && !allowed.includes(typeOf(part))
}

/** Changes the type of a text part to the text type of its role. */
const textOfRole: Fix = (request, path) => {
  const part = heldAt(request, path)
  const message = heldAt(request, parentPath(parentPath(path)))
  if (!isObject(part) || !isObject(message) || typeof part.text !== 'string') return undefined
  const [type = ''] = PARTS[stringOr(message.role, '')] ?? []
  const text = message.role === 'assistant' ? 'output_text' : type
  return text === '' ? undefined : [{ op: 'replace', path: `${path}/type`, value: text }]
}

/** Replaces audio by its transcript. */
const wordsOnly: Fix = (request, path) => {
  const part = heldAt(request, path)
  if (!isObject(part) || typeof part.transcript !== 'string' || part.transcript === '') return undefined
  return [{ op: 'replace', path, value: { type: 'output_text', text: part.transcript } }]
}

function isRefusedImage(url: JsonValue | undefined): boolean {
  return typeof url === 'string' && !/^data:image\/(?:png|jpe?g);base64,/.test(url)
}

export const contentRules: RuleRows<unknown> = {
  'REALTIME-ITEM-02': {
    fix: wordsOnly,
    summary: 'Client items are not references, and model messages sent by the client contain no audio.',
    evidence: CLIENT_TYPES,
    check(request, report) {
      for (const { path } of itemsOf(request).filter(isOf('item_reference')))
        report(path, 'references are valid only in the input of a response')
      for (const { path } of saidParts(request).filter(isHeard))
        report(path, 'audio of the model cannot be sent; its transcript can')
    },
  },
  'REALTIME-CONTENT-01': {
    fix: textOfRole,
    summary: 'Message parts have the types of their role: input_… for the user, output_text for the model.',
    error: 'Invalid value',
    evidence: CLIENT_TYPES,
    check: each(saidParts, isMisplaced, (part) => `"${typeOf(part)}" is not a part of the ${part.role}`),
  },
  'REALTIME-MEDIA-01': {
    summary: 'Images are data URLs of PNG or JPEG.',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf(those(partsOf, isOf('input_image')), 'image_url'),
      ({ value }) => isRefusedImage(value),
      'it is not a data URL of PNG or JPEG',
    ),
  },
  'REALTIME-MCP-01': {
    summary: 'The answer to a request for approval has an id of the client.',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf(those(itemsOf, isOf('mcp_approval_response')), 'id'),
      ({ value }) => typeof value !== 'string' || value === '',
      'it has no id',
    ),
  },
}
