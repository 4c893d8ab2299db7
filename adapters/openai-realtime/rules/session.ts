import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { leftOut, unlessGiven } from '../../../src/translate/lint/fixes.js'
import { type Found, fieldOf, fieldText, isOf, those, typeOf } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { eventsOf, functionsOf, nativeCallsOf, responsesOf, sessionsOf } from './walk.js'

const CLIENT_TYPES = 'https://github.com/openai/openai-node src/resources/realtime/realtime.ts'
const BETA_GONE = 'https://github.com/TanStack/ai/pull/699'

/** Fields of the beta API at the top level of a session. */
const BETA_FIELDS = ['modalities', 'voice', 'turn_detection', 'temperature', 'max_response_output_tokens']

/** Maximum length of a piece of audio: 15 MiB, in base64. */
const LONGEST_PIECE = 20 * 1024 * 1024

function names(request: JsonObject): TextAt[] {
  return functionsOf(request).map((tool) => textAt(tool, 'name'))
}

/** Returns other names that change together with the names of the tools. */
function namesBeside(request: JsonObject): TextAt[] {
  const choices = [...sessionsOf(request), ...responsesOf(request)].flatMap(({ value, path }) =>
    isObject(value.tool_choice) ? [{ value: value.tool_choice, path: `${path}/tool_choice` }] : [],
  )
  return [...nativeCallsOf(request), ...choices.filter(isOf('function'))].map((named) =>
    textAt(named, 'name'),
  )
}

export const toolRules: RuleRows<unknown> = {
  'REALTIME-NAME-01': {
    summary: 'Names of functions have 1 to 128 letters, digits, _ and -.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: CLIENT_TYPES,
    check: textForm('toolName', names, namesBeside),
  },
  'REALTIME-TOOLS-01': {
    fix: leftOut,
    summary: 'Functions have no strict mode.',
    error: 'Unknown parameter',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf(functionsOf, 'strict'),
      ({ value }) => value !== undefined,
      'sessions do not know it',
    ),
  },
}

function betaFields(request: JsonObject): Found[] {
  return sessionsOf(request).flatMap(({ value, path }) =>
    BETA_FIELDS.filter((name) => value[name] !== undefined).map((name) => ({
      value,
      path: `${path}/${name}`,
    })),
  )
}

export const sessionRules: RuleRows<unknown> = {
  // Voice Live and xAI accept both. The rejection depends on the server, which the events do not name.
  'REALTIME-FIELD-01': {
    fix: unlessGiven('realtime'),
    severity: 'warning',
    summary: 'A session has a type and no field of the beta API.',
    error: "Missing required parameter: 'session.type'.",
    evidence: BETA_GONE,
    check(request, report) {
      for (const session of sessionsOf(request))
        if (fieldText(session, 'type') === '') report(`${session.path}/type`, 'the session has no type')
      for (const { path } of betaFields(request)) report(path, 'the beta API had this field')
    },
  },
  'REALTIME-FIELD-02': {
    summary: 'An answer is audio or text, not both.',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf((request) => [...sessionsOf(request), ...responsesOf(request)], 'output_modalities'),
      ({ value }) => isArray(value) && value.length !== 1,
      'there has to be one',
    ),
  },
}

/** Finds requests for an answer that directly follow another request. */
function hasty(request: JsonObject): Found[] {
  const events = eventsOf(request)
  return events.filter((event, index) => isAsking(event) && isAsking(events[index - 1]))
}

function isAsking(event: Found | undefined): boolean {
  if (event === undefined || typeOf(event) !== 'response.create') return false
  return !isObject(event.value.response) || event.value.response.conversation !== 'none'
}

/** Finds commits of the audio buffer without audio before them. */
function emptyCommits(request: JsonObject): Found[] {
  let hasSound = false
  return eventsOf(request).filter((event) => {
    const type = typeOf(event)
    const isEmpty = type === 'input_audio_buffer.commit' && !hasSound
    if (type.startsWith('input_audio_buffer.')) hasSound = type === 'input_audio_buffer.append'
    return isEmpty
  })
}

export const flowRules: RuleRows<unknown> = {
  'REALTIME-FLOW-01': {
    severity: 'warning',
    summary: 'No response is requested while another one is active.',
    error: 'Conversation already has an active response in progress',
    errors: ['conversation_already_has_active_response'],
    evidence: 'https://github.com/openai/openai-agents-python/issues/1907',
    check: none(hasty, 'the previous response is still active'),
  },
  'REALTIME-AUDIO-01': {
    severity: 'warning',
    summary: 'Audio is appended before the buffer is committed.',
    error: 'input_audio_buffer_commit_empty',
    evidence: 'error texts in clients',
    check: none(emptyCommits, 'the buffer contains no audio'),
  },
  'REALTIME-STREAM-01': {
    summary: 'An audio chunk has at most 15 MiB.',
    evidence: CLIENT_TYPES,
    check: each(
      fieldOf(those(eventsOf, isOf('input_audio_buffer.append')), 'audio'),
      ({ value }) => stringOr(value, '').length > LONGEST_PIECE,
      'the piece is longer',
    ),
  },
}
