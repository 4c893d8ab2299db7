import type { JsonObject } from '../../../src/base/json/json-types.js'
import { tryParseJson } from '../../../src/base/json/parse.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import {
  callIdsUnique,
  callsAnswered,
  each,
  messagesNotEmpty,
  none,
  resultsCalled,
  resultsUnique,
  rolesAmong,
} from '../../../src/translate/lint/checks.js'
import { distinctIds } from '../../../src/translate/lint/fix-pairs.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import {
  asText,
  emptyMessage,
  member,
  replaced,
  translated,
  unlessGiven,
} from '../../../src/translate/lint/fixes.js'
import { type Found, fieldOf, isOf, those, within } from '../../../src/translate/lint/found.js'
import { idsFit, mediaOfUser } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { limits } from '../limits.js'
import { REASONING_DETAILS, REASONING_FIELDS } from '../quirks.js'
import { form } from './shapes.js'
import { bodyOf, contentPartsOf, messagesOf, nativeCallsOf, viewOf } from './walk.js'

/** Fields that allow an assistant message without content. */
const SPEAKING_FIELDS = ['function_call', 'refusal', 'audio', REASONING_DETAILS, ...REASONING_FIELDS]

const functionBodies = within(within(messagesOf, nativeCallsOf), (call) =>
  call.value.type === 'custom' ? [] : bodyOf(call),
)

function messagesOfRole(role: string) {
  return those(messagesOf, ({ value }) => value.role === role)
}

function isSilent(message: Found): boolean {
  return (
    (message.value.content ?? null) === null &&
    nativeCallsOf(message).length === 0 &&
    SPEAKING_FIELDS.every((field) => (message.value[field] ?? null) === null)
  )
}

/** Joins several texts if the list contains only texts. */
const joinedText = replaced((parts) => {
  if (!isArray(parts)) return undefined
  const texts = parts.map((part) =>
    isObject(part) && part.type === 'text' && isBare(part) ? part.text : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
})

/** Returns true if a part has only a text. */
function isBare(part: JsonObject): boolean {
  return Object.keys(part).every((key) => key === 'type' || key === 'text')
}

export const messageRules: RuleRows = {
  'OPENAI-CHAT-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every call is answered by a tool message before any other message.',
    error:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    errors: ['tool call result does not follow tool call'],
    evidence: 'https://github.com/agno-agi/agno/issues/3105',
    seen: callsAnswered,
  },
  'OPENAI-CHAT-PAIR-02': {
    ...pairedWithText(form),
    summary: 'A tool message answers a call of the assistant message before it.',
    error: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    errors: ["tool result's tool id(x) not found"],
    evidence: 'https://github.com/miurla/morphic/issues/136',
    seen: resultsCalled('whole'),
  },
  'OPENAI-CHAT-PAIR-03': {
    fix: (request, path, choice) =>
      (path.endsWith('/id') ? distinctIds(viewOf, limits) : pairedResults(form).fix)(request, path, choice),
    summary: 'Ids are unique within an assistant message, and each is answered once.',
    error: "Duplicate value for 'tool_call_id'",
    evidence: 'error texts of OpenAI and DeepSeek',
    seen(view, report) {
      callIdsUnique(view, report)
      resultsUnique(view, report)
    },
  },
  'OPENAI-CHAT-ID-01': {
    severity: 'warning',
    summary: 'Call ids have 1 to 40 characters; only newer deployments accept 64.',
    error: 'string too long. Expected a string with maximum length 40',
    evidence: 'https://github.com/vercel/ai/issues/5171',
    seen: idsFit,
  },
  'OPENAI-CHAT-ID-02': {
    summary: 'Call ids have at most 64 characters.',
    error: 'string too long. Expected a string with maximum length 64',
    evidence: 'https://github.com/openclaw/openclaw/issues/875',
    seen: idsFit,
  },
  'OPENAI-CHAT-ARG-01': {
    fix: asText,
    summary: 'The arguments of a function call are a string.',
    error: "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string",
    evidence: 'error texts in clients; type ChatCompletionMessageFunctionToolCall',
    check: each(
      fieldOf(functionBodies, 'arguments'),
      ({ value }) => typeof value !== 'string',
      'the arguments are not a string',
    ),
  },
  'OPENAI-CHAT-ARG-02': {
    severity: 'warning',
    summary: 'The argument text is a JSON object: OpenAI stores any text, but most other backends parse it.',
    error: 'invalid tool call arguments',
    evidence: 'https://github.com/BerriAI/litellm/issues/33678',
    check: each(
      fieldOf(functionBodies, 'arguments'),
      ({ value: text }) => typeof text === 'string' && text !== '' && !isObject(tryParseJson(text)),
      'the arguments are not a JSON object',
    ),
  },
  'OPENAI-CHAT-CONTENT-01': {
    summary: 'An assistant message has content or calls.',
    error: "Invalid value for 'content': expected a string, got null.",
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/149',
    check: each(messagesOfRole('assistant'), isSilent, 'it has neither content nor calls'),
  },
  'OPENAI-CHAT-CONTENT-02': {
    fix: member('content', unlessGiven('')),
    summary: 'A tool message has content, which may be empty but not null.',
    error: "Invalid value for 'content': expected a string, got null.",
    evidence: 'error texts in clients; type ChatCompletionToolMessageParam',
    check: each(messagesOfRole('tool'), ({ value }) => (value.content ?? null) === null, 'it has no content'),
  },
  'OPENAI-CHAT-CONTENT-03': {
    summary: 'Only user messages have images, audio and files.',
    error: "Image URLs are only allowed for messages with role 'user'",
    evidence: 'error texts of OpenAI and Azure',
    seen: mediaOfUser,
  },
  'OPENAI-CHAT-CONTENT-04': {
    fix: joinedText,
    severity: 'info',
    summary: 'Compatible servers prefer the content of an assistant message as one string.',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check: each(
      fieldOf(messagesOfRole('assistant'), 'content'),
      ({ value }) => isArray(value),
      'the content is a list',
    ),
  },
  'OPENAI-CHAT-CONTENT-05': {
    fix: emptyMessage,
    severity: 'warning',
    summary: 'A content list is not empty: the specification requires it, not every server does.',
    error: '[] is too short',
    evidence: 'https://github.com/openai/openai-python/issues/1812',
    seen: messagesNotEmpty,
  },
  'OPENAI-CHAT-ROLE-01': {
    fix: translated({ model: 'assistant', ai: 'assistant', human: 'user' }),
    summary: 'The role is developer, system, user, assistant, tool or function.',
    evidence: 'type ChatCompletionMessageParam',
    seen: rolesAmong(['developer', 'system', 'user', 'assistant', 'tool', 'function']),
  },
  'OPENAI-CHAT-MEDIA-01': {
    severity: 'info',
    summary: 'Only models with audio input accept audio.',
    error: 'Content blocks are expected to be either text or image_url type.',
    evidence: 'recorded refusals',
    check: none(those(within(messagesOf, contentPartsOf), isOf('input_audio')), 'most models refuse audio'),
  },
}
