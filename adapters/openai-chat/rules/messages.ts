import { tryParseJson } from '../../../src/json/parse.js'
import { isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import {
  callIdsUnique,
  callsAnswered,
  messagesNotEmpty,
  resultsCalled,
  resultsUnique,
  rolesAmong,
} from '../../../src/lint/checks.js'
import { idsFit, mediaOfUser } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import type { Found } from '../../../src/schema/walk.js'
import { REASONING_DETAILS, REASONING_FIELDS } from '../quirks.js'
import { bodyOf, callsOf, contentPartsOf, limited, messagesOf, seen } from './walk.js'

/** Fields that let an assistant message stand without content. */
const SPEAKING_FIELDS = ['function_call', 'refusal', 'audio', REASONING_DETAILS, ...REASONING_FIELDS]

export const messageRules: readonly Rule[] = [
  {
    id: 'OPENAI-CHAT-PAIR-01',
    severity: 'error',
    summary: 'Every call is answered by a tool message before any other message.',
    error:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    evidence: 'https://github.com/agno-agi/agno/issues/3105',
    check: seen(callsAnswered),
  },
  {
    id: 'OPENAI-CHAT-PAIR-02',
    severity: 'error',
    summary: 'A tool message answers a call of the assistant message before it.',
    error: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    evidence: 'https://github.com/miurla/morphic/issues/136',
    check: seen(resultsCalled('whole')),
  },
  {
    id: 'OPENAI-CHAT-PAIR-03',
    severity: 'error',
    summary: 'Ids are unique within an assistant message, and each is answered once.',
    error: "Duplicate value for 'tool_call_id'",
    evidence: 'error texts of OpenAI and DeepSeek',
    check: seen((view, report) => {
      callIdsUnique(view, report)
      resultsUnique(view, report)
    }),
  },
  limited(idsFit, {
    id: 'OPENAI-CHAT-ID-01',
    severity: 'warning',
    summary: 'Call ids have 1 to 40 characters; only newer deployments take 64.',
    error: 'string too long. Expected a string with maximum length 40',
    evidence: 'https://github.com/vercel/ai/issues/5171',
  }),
  limited(idsFit, {
    id: 'OPENAI-CHAT-ID-02',
    severity: 'error',
    summary: 'Call ids have at most 64 characters.',
    error: 'string too long. Expected a string with maximum length 64',
    evidence: 'https://github.com/openclaw/openclaw/issues/875',
  }),
  {
    id: 'OPENAI-CHAT-ARG-01',
    severity: 'error',
    summary: 'The arguments of a function call are a string.',
    error: "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string",
    evidence: 'error texts in clients; type ChatCompletionMessageFunctionToolCall',
    check(request, report) {
      for (const { value, path } of functionBodies(request))
        if (typeof value.arguments !== 'string') report(`${path}/arguments`, 'the arguments are not a string')
    },
  },
  {
    id: 'OPENAI-CHAT-ARG-02',
    severity: 'warning',
    summary: 'The argument text is a JSON object: OpenAI stores any text, but most other backends parse it.',
    error: 'invalid tool call arguments',
    evidence: 'https://github.com/BerriAI/litellm/issues/33678',
    check(request, report) {
      for (const { value, path } of functionBodies(request)) {
        const text = value.arguments
        if (typeof text === 'string' && text !== '' && !isObject(tryParseJson(text)))
          report(`${path}/arguments`, 'the arguments are not a JSON object')
      }
    },
  },
  {
    id: 'OPENAI-CHAT-CONTENT-01',
    severity: 'error',
    summary: 'An assistant message has content or calls.',
    error: "Invalid value for 'content': expected a string, got null.",
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/149',
    check(request, report) {
      for (const message of messagesOf(request)) {
        const { value, path } = message
        if (value.role !== 'assistant' || (value.content ?? null) !== null) continue
        const speaks =
          callsOf(message).length > 0 || SPEAKING_FIELDS.some((field) => (value[field] ?? null) !== null)
        if (!speaks) report(path, 'it has neither content nor calls')
      }
    },
  },
  {
    id: 'OPENAI-CHAT-CONTENT-02',
    severity: 'error',
    summary: 'A tool message has content, which may be empty but not null.',
    error: "Invalid value for 'content': expected a string, got null.",
    evidence: 'error texts in clients; type ChatCompletionToolMessageParam',
    check(request, report) {
      for (const { value, path } of messagesOf(request))
        if (value.role === 'tool' && (value.content ?? null) === null) report(path, 'it has no content')
    },
  },
  limited(mediaOfUser, {
    id: 'OPENAI-CHAT-CONTENT-03',
    severity: 'error',
    summary: 'Only user messages hold images, audio and files.',
    error: "Image URLs are only allowed for messages with role 'user'",
    evidence: 'error texts of OpenAI and Azure',
  }),
  {
    id: 'OPENAI-CHAT-CONTENT-04',
    severity: 'info',
    summary: 'Compatible servers prefer the content of an assistant message as one string.',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check(request, report) {
      for (const { value, path } of messagesOf(request))
        if (value.role === 'assistant' && isArray(value.content))
          report(`${path}/content`, 'the content is a list')
    },
  },
  {
    id: 'OPENAI-CHAT-CONTENT-05',
    severity: 'warning',
    summary:
      'A content that is a list holds something: the specification asks for it, not every server does.',
    error: '[] is too short',
    evidence: 'https://github.com/openai/openai-python/issues/1812',
    check: seen(messagesNotEmpty),
  },
  {
    id: 'OPENAI-CHAT-ROLE-01',
    severity: 'error',
    summary: 'The role is developer, system, user, assistant, tool or function.',
    evidence: 'type ChatCompletionMessageParam',
    check: seen(rolesAmong(['developer', 'system', 'user', 'assistant', 'tool', 'function'])),
  },
  {
    id: 'OPENAI-CHAT-MEDIA-01',
    severity: 'info',
    summary: 'Only models with audio input take audio.',
    error: 'Content blocks are expected to be either text or image_url type.',
    evidence: 'recorded refusals',
    check(request, report) {
      for (const message of messagesOf(request))
        for (const { value, path } of contentPartsOf(message))
          if (value.type === 'input_audio') report(path, 'most models refuse audio')
    },
  },
]

function functionBodies(request: JsonObject): Found[] {
  const calls = messagesOf(request).flatMap(callsOf)
  return calls.flatMap((call) => (call.value.type === 'custom' ? [] : (bodyOf(call) ?? [])))
}
