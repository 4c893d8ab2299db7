import type { JsonObject } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { asObject } from '../../src/translate/lint/fixes.js'
import { fieldOf, isOf, objectAt, those, within } from '../../src/translate/lint/found.js'
import { roomForAnswer } from '../../src/translate/repair/context-room.js'
import { fillsContent, joinsNeighbours, movesSystemFirst } from '../../src/translate/repair/message-fixes.js'
import { type Refusal, refusalsOf, type Said } from '../../src/translate/repair/refusal.js'
import {
  addsToFound,
  changes,
  firstFix,
  leavesOut,
  leavesOutKeywords,
  leavesOutNamed,
  lowers,
  nearestEffort,
  pathIfGiven,
  renames,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { contentPartsOf, functionsOf, messagesOf, nativeCallsOf } from './rules/walk.js'

const assistants = those(messagesOf, ({ value }) => value.role === 'assistant')
const unreasoned = those(assistants, ({ value }) => typeof value.reasoning_content !== 'string')
const developers = those(messagesOf, ({ value }) => value.role === 'developer')
/** Drops the search options, which the message names in words. */
function withoutSearch(request: JsonObject, said: Said): readonly PatchOperation[] | undefined {
  return /web search options/i.test(said.text) ? leavesOut('/web_search_options')(request, said) : undefined
}

/** Writes unusable arguments as an object that decoding reverses. */
function withArguments(request: JsonObject): readonly PatchOperation[] | undefined {
  const found = fieldOf(
    within(assistants, (one) => nativeCallsOf(one).flatMap(objectAt('function'))),
    'arguments',
  )
  const operations = found(request).flatMap(({ value, path }) => {
    if (value !== undefined && isObject(typeof value === 'string' ? tryParseJson(value) : undefined))
      return []
    return (asObject(request, path) ?? []).map((one) =>
      one.op === 'remove' ? one : { ...one, value: JSON.stringify(one.value) },
    )
  })
  return changes(operations)
}

const images = those(within(messagesOf, contentPartsOf), isOf('image_url'))
const unsignedCalls = those(
  within(assistants, (message) => nativeCallsOf(message).slice(0, 1)),
  ({ value }) => value.extra_content === undefined,
)

function schemas(request: JsonObject) {
  return functionsOf(request).flatMap(objectAt('parameters'))
}

/** The value that replaces a missing signature. https://ai.google.dev/gemini-api/docs/thought-signatures */
const NO_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } }

/**
 * Matches models that refuse the effort none, although the error message also proposes it to them:
 * https://github.com/genkit-ai/genkit/issues/6303
 */
const ALWAYS_REASON = /gpt-6(?:-astra|[.-][12]-(?:sol|astra))/

/** Switches reasoning off for a request with tools, unless the model always reasons. */
function withoutReasoning(request: JsonObject): readonly PatchOperation[] | undefined {
  if (functionsOf(request).length === 0 || request.reasoning_effort === 'none') return undefined
  if (ALWAYS_REASON.test(stringOr(request.model, ''))) return undefined
  const op = request.reasoning_effort === undefined ? 'add' : 'replace'
  return [{ op, path: '/reasoning_effort', value: 'none' }]
}

/** Refusals that depend on the vendor or the model. */
export const refusals: readonly Refusal[] = refusalsOf({
  'OPENAI-CHAT-REFUSED-FIELD': {
    summary: 'This vendor or model does not accept a field of the request.',
    errors: [
      'Unrecognized request argument supplied',
      'Unrecognized request arguments supplied',
      'Unknown parameter',
      'Unsupported parameter',
      'unsupported_parameter',
      'Extra inputs are not permitted',
      'extra_forbidden',
      'property … is unsupported',
      'unknown field',
      'does not support parameter',
      'does not support parameters',
      'Additional properties are not allowed',
      'Web search options not supported with this model',
    ],
    evidence: 'https://github.com/karthink/gptel/issues/774',
    fix: firstFix(leavesOutNamed, withoutSearch),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-MAX-TOKENS-NAME': {
    summary: 'The output limit has another name here: max_tokens or max_completion_tokens.',
    errors: [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_completion_tokens … Extra inputs are not permitted',
      'extra_forbidden … max_completion_tokens',
    ],
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/6593',
    fix: firstFix(
      renames('max_tokens', 'max_completion_tokens'),
      renames('max_completion_tokens', 'max_tokens'),
    ),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-MAX-TOKENS': {
    summary: 'The output limit is more than the model can write.',
    errors: [
      'max_tokens is too large',
      'max_completion_tokens is too large',
      'This model supports at most … completion tokens',
      'the maximum value for max_tokens is',
      'must be less than or equal to … the maximum value for',
      'Range of max_tokens should be',
    ],
    fix: lowers('/max_tokens', '/max_completion_tokens'),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-ROOM': {
    summary: 'The prompt and the output limit exceed the context window.',
    errors: ['maximum context length is', 'reduce the length of the messages or completion'],
    evidence: 'https://github.com/vllm-project/vllm/blob/main/vllm/renderers/params.py',
    at: pathIfGiven('/messages'),
    // Without a limit, servers end the answer at the end of the window. A prompt that fills the window has no fix.
    fix: (request, said) =>
      (roomForAnswer(said.text) ?? 1) < 1
        ? undefined
        : leavesOut('/max_tokens', '/max_completion_tokens')(request, said),
    lasting: 'value',
  },
  'OPENAI-CHAT-REFUSED-SAMPLING': {
    summary: 'The model accepts only the default of this setting.',
    errors: ['does not support … with this model. Only the default … value is supported'],
    evidence: 'https://platform.openai.com/docs/guides/reasoning',
    fix: leavesOutNamed,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-EFFORT': {
    summary: 'The model does not have this reasoning effort.',
    errors: [
      "Unsupported value: 'reasoning_effort' does not support … with this model",
      "does not support 'reasoning_effort' value",
      'reasoning_effort … must be one of',
      "'reasoning_effort' is not supported",
      'please use low, high, or max',
    ],
    evidence: 'https://github.com/pydantic/pydantic-ai',
    fix: nearestEffort('/reasoning_effort'),
    lasting: 'value',
  },
  'OPENAI-CHAT-REFUSED-TOOLS-WITH-EFFORT': {
    summary: 'The model accepts function tools on Chat Completions only with the effort none.',
    errors: ['Function tools with reasoning_effort are not supported for'],
    evidence: 'https://github.com/Gitlawb/openclaude/issues/1957',
    fix: withoutReasoning,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-REASONING-MISSING': {
    summary: 'Messages of the model need their reasoning_content.',
    errors: [
      'The `reasoning_content` in the thinking mode must be passed back to the API',
      'Missing `reasoning_content` field',
      'reasoning_content is missing in assistant tool call message',
    ],
    evidence: 'https://github.com/earendil-works/pi/issues/3636',
    fix: addsToFound(unreasoned, 'reasoning_content', ({ value }) => stringOr(value.reasoning, '')),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-SIGNATURE': {
    summary: 'The first call of a step has no thought signature.',
    errors: ['Function call is missing a thought_signature in functionCall parts'],
    evidence: 'https://github.com/securo-finance/securo/issues/884',
    fix: addsToFound(unsignedCalls, 'extra_content', () => NO_SIGNATURE),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: [
      'unknown variant `image_url`, expected `text`',
      'does not support image',
      'does not support images',
      'image_url is only supported by certain models',
      'Image input is not enabled for this model',
      'is not a multimodal model',
      "Only 'text' content type is supported",
    ],
    evidence: 'https://github.com/KodyKendall/LlamaBot/pull/52',
    fix: replacesFound(images, () => ({ type: 'text', text: UNSEEN })),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-CHOICE': {
    summary: 'The model does not accept this tool_choice, or accepts no switch for parallel calls.',
    errors: [
      'does not support this tool_choice',
      'tool_choice … is incompatible with thinking',
      'tool_choice … is not supported',
      'tool_choice parameter does not support being set',
      'Unsupported tool_choice',
      'Invalid tool_choice type',
      'parallel_tool_calls … is not supported',
    ],
    evidence: 'https://github.com/pydantic/pydantic-ai',
    fix: (request, said) =>
      leavesOut(said.text.includes('parallel_tool_calls') ? '/parallel_tool_calls' : '/tool_choice')(
        request,
        said,
      ),
    lasting: 'value',
  },
  'OPENAI-CHAT-REFUSED-ROLE': {
    summary: 'This vendor has no role developer.',
    errors: ['unknown variant `developer`', "'developer' is not one of", 'developer … is not a valid role'],
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    fix: replacesFound(
      (request) => developers(request).map(({ value, path }) => ({ value, path: `${path}/role` })),
      () => 'system',
    ),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-KEYWORD': {
    summary: 'The schema of a tool has a keyword that the provider does not accept.',
    errors: [
      'In context=… is not permitted',
      'Invalid schema for function … is not permitted',
      'Unsupported JSON schema fields',
    ],
    evidence: 'https://platform.openai.com/docs/guides/structured-outputs',
    fix: leavesOutKeywords(schemas),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-TOOLS': {
    summary: 'The model cannot call tools.',
    errors: ['tools is not supported in this model', 'does not support tools', 'tool call is not supported'],
    evidence: 'https://platform.openai.com/docs/guides/function-calling',
    at: pathIfGiven('/tools'),
  },
  'OPENAI-CHAT-REFUSED-THINKING-UNSTREAMED': {
    summary: 'The model thinks only in streams.',
    errors: ['enable_thinking must be set to false for non-streaming calls'],
    evidence: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
    fix: (request) => {
      if (request.stream === true || request.enable_thinking === false) return undefined
      const op = request.enable_thinking === undefined ? 'add' : 'replace'
      return [{ op, path: '/enable_thinking', value: false }]
    },
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-ARGUMENTS': {
    summary: 'Arguments of calls are the JSON text of an object.',
    errors: [
      'function.arguments … must be in JSON format',
      'function.arguments … must be a JSON object',
      'function.arguments must be valid JSON',
      'invalid function arguments json string',
      'invalid tool call arguments',
    ],
    evidence: 'https://github.com/QwenLM/qwen-code/issues',
    fix: withArguments,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-ALTERNATION': {
    summary: 'Messages of the user and the model alternate.',
    errors: [
      'conversation roles must alternate user and assistant roles except for tool calls and results',
      'roles must alternate',
      'roles should be alternating',
      'should alternate with assistant',
      'Cannot have 2 or more assistant messages at the end of the list',
    ],
    evidence: 'chat templates of Mistral, Gemma and Llama',
    fix: joinsNeighbours,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-SYSTEM-PLACE': {
    summary: 'System messages are the first messages.',
    errors: ['System message must be at the beginning'],
    evidence: 'chat templates of Qwen',
    fix: movesSystemFirst,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-CONTENT-MISSING': {
    summary: 'Messages have content or calls.',
    errors: [
      "All non-assistant messages must contain 'content'",
      'content or tool_calls must be set',
      "must contain either 'content' or 'tool_calls'",
    ],
    evidence: 'https://github.com/ggml-org/llama.cpp, common/chat.cpp',
    fix: fillsContent,
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-STREAM-OPTIONS': {
    summary: 'Only streams have stream_options.',
    errors: ['Stream options can only be defined when'],
    evidence: 'https://github.com/vllm-project/vllm, entrypoints/openai/protocol.py',
    fix: (request, said) =>
      request.stream === true ? undefined : leavesOut('/stream_options')(request, said),
    lasting: 'field',
  },
  'OPENAI-CHAT-REFUSED-NO-TOOLS': {
    summary: 'The list of tools is not empty, and tool_choice needs tools.',
    errors: [
      '`tools` must not be an empty array',
      'Tools cannot be empty if tool choice',
      'When using `tool_choice`, `tools` must be set',
    ],
    evidence: 'https://github.com/vllm-project/vllm, entrypoints/openai/protocol.py',
    fix: (request, said) =>
      Array.isArray(request.tools) && request.tools.length > 0
        ? undefined
        : leavesOut('/tools', '/tool_choice', '/parallel_tool_calls')(request, said),
    lasting: 'field',
  },
})
