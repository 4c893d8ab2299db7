import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../src/base/json/parse.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import type { Outcome } from '../../src/base/model/types.js'
import { fixturesFolder } from './exchanges.js'

/**
 * A documented end of a turn: the wire, the provider's finish value, and the outcome according to its
 * documentation.
 */
export interface End {
  readonly wire: string
  readonly word: string
  readonly outcome: Outcome
}

/** The finish values of each outcome, separated by spaces. `calls` are the ends after which calls may run. */
type Words = Readonly<Partial<Record<Outcome, string>>>

/**
 * The documented ends, written by hand from the providers' references and the unions of their SDKs (not from
 * Toolwire's tables): openai 7.59, @anthropic-ai/sdk 1.14, @google/genai 3.3, client-bedrock-runtime 3.1164,
 * @mistralai/mistralai 2.7, cohere-ai 8.1, ollama 0.6, and for servers of the Chat format
 * https://docs.bigmodel.cn, https://openrouter.ai/docs and https://github.com/vllm-project/vllm/issues/57082.
 * `odd_new_word` represents future values.
 */
const ENDS: Readonly<Record<string, Words>> = {
  'openai-chat': {
    'tool-calls': 'stop tool_calls function_call tool_call',
    length: 'length max_tokens MAX_TOKENS',
    'context-full': 'model_context_window_exceeded model_length',
    filtered: 'content_filter sensitive',
    failed: 'error network_error insufficient_system_resource abort',
    unknown: 'odd_new_word',
  },
  'mistral-chat': {
    'tool-calls': 'stop tool_calls',
    length: 'length',
    'context-full': 'model_length',
    failed: 'error',
    unknown: 'odd_new_word',
  },
  'anthropic-messages': {
    'tool-calls': 'end_turn stop_sequence tool_use',
    length: 'max_tokens',
    'context-full': 'model_context_window_exceeded',
    refused: 'refusal',
    paused: 'pause_turn compaction',
    unknown: 'odd_new_word',
  },
  'openai-responses': {
    'tool-calls': 'completed',
    length: 'max_output_tokens max_messages',
    filtered: 'content_filter',
    paused: 'steered',
    pending: 'queued in_progress',
    failed: 'failed cancelled',
    unknown: 'odd_new_word',
  },
  'openai-realtime': {
    'tool-calls': 'completed',
    length: 'max_output_tokens',
    filtered: 'content_filter',
    interrupted: 'turn_detected client_cancelled',
    failed: 'failed',
  },
  'google-generate-content': {
    'tool-calls': 'STOP',
    length: 'MAX_TOKENS',
    paused: 'CONTINUATION',
    filtered:
      'SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION MODEL_ARMOR ESCALATION',
    failed:
      'MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL MALFORMED_RESPONSE TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE PUP_LIMITED_DISABLED NO_IMAGE IMAGE_OTHER OTHER',
    unknown: 'FINISH_REASON_UNSPECIFIED ODD_NEW_WORD',
  },
  'google-interactions': {
    'tool-calls': 'completed requires_action',
    length: 'incomplete budget_exceeded',
    paused: 'requires_continuation',
    pending: 'in_progress queued',
    failed: 'failed cancelled',
    unknown: 'odd_new_word',
  },
  'bedrock-converse': {
    'tool-calls': 'end_turn stop_sequence tool_use',
    length: 'max_tokens',
    'context-full': 'model_context_window_exceeded',
    filtered: 'guardrail_intervened content_filtered',
    refused: 'refusal',
    paused: 'pause_turn',
    failed: 'malformed_model_output malformed_tool_use',
    unknown: 'odd_new_word',
  },
  'cohere-chat': {
    'tool-calls': 'COMPLETE STOP_SEQUENCE TOOL_CALL',
    length: 'MAX_TOKENS',
    failed: 'ERROR TIMEOUT',
    unknown: 'ODD_NEW_WORD',
  },
  'ollama-chat': { 'tool-calls': 'stop', length: 'length', unknown: 'load unload odd_new_word' },
  'xai-grpc': {
    'tool-calls': 'REASON_STOP REASON_TOOL_CALLS',
    length: 'REASON_MAX_LEN REASON_TIME_LIMIT',
    'context-full': 'REASON_MAX_CONTEXT',
    unknown: 'REASON_INVALID',
  },
}

/** Every documented end of an answer that calls one tool. */
export const ends: readonly End[] = Object.entries(ENDS).flatMap(([wire, words]) =>
  Object.entries(words).flatMap(([outcome, list]) =>
    list.split(' ').map((word) => ({ wire, word, outcome: outcome as Outcome })),
  ),
)

/** The complete answer of a fixture, and its stream, with another end. */
export interface EndedAnswer {
  readonly whole: string
  readonly stream: string
}

/** The member with the end, on wires with a single value in the answer and its stream. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  'openai-chat': /("finish_reason": ?)"\w+"/g,
  'mistral-chat': /("finish_reason": ?)"\w+"/g,
  'anthropic-messages': /("stop_reason": ?)"\w+"/g,
  'google-generate-content': /("finishReason": ?)"\w+"/g,
  'google-interactions': /("status": ?)"(?:requires_action|completed)"/g,
  'bedrock-converse': /("stopReason": ?)"\w+"/g,
  'cohere-chat': /("finish_reason": ?)"\w+"/g,
  'ollama-chat': /("done_reason": ?)"\w+"/g,
  'xai-grpc': /("finish_reason": ?)"REASON_\w+"/g,
}

/**
 * Returns the answer of a fixture as the provider would have ended it with this value. @param name of the
 * fixture.
 */
export function endedAnswer({ wire, word }: Pick<End, 'wire' | 'word'>, name = 'single-call'): EndedAnswer {
  const [whole, stream] = fixtureTexts(wire, name)
  const member = MEMBERS[wire]
  if (member !== undefined) {
    const put = (text: string) => text.replace(member, `$1"${word}"`)
    return { whole: put(whole), stream: put(stream) }
  }
  const isRealtime = wire === 'openai-realtime'
  return {
    whole: JSON.stringify(endedResponse(parseJson(whole), word, isRealtime)),
    stream: endedStream(stream, word, isRealtime),
  }
}

function fixtureTexts(wire: string, name: string): [whole: string, stream: string] {
  const folder = join(fixturesFolder, wire, name)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const isLines = ['openai-realtime', 'ollama-chat', 'xai-grpc'].includes(wire)
  return [read('response.json'), read(isLines ? 'stream.ndjson' : 'stream.sse')]
}

const STATUSES = ['completed', 'failed', 'cancelled', 'queued', 'in_progress']

/** Returns a response object of OpenAI. Its end is a status with a separate reason. */
function endedResponse(response: unknown, word: string, isRealtime: boolean): object {
  const body = asJson(response)
  if (!isObject(body)) throw new Error('no response')
  const isStatus = STATUSES.includes(word)
  const isCancelled = word === 'turn_detected' || word === 'client_cancelled'
  const status = isStatus ? word : isCancelled ? 'cancelled' : 'incomplete'
  const reason = isStatus ? {} : { reason: word }
  const details = isRealtime
    ? { status_details: { type: status, ...reason } }
    : { incomplete_details: isStatus ? null : reason }
  const error = { error: { code: 'server_error', message: `the server failed: ${word}` } }
  const failure = word === 'failed' && !isRealtime ? error : {}
  const failed = word === 'failed' && isRealtime ? { status_details: { type: 'failed', ...error } } : {}
  return { ...body, status, ...details, ...failure, ...failed }
}

function endedStream(stream: string, word: string, isRealtime: boolean): string {
  const type = isRealtime
    ? 'response.done'
    : `response.${['failed', 'completed'].includes(word) ? word : STATUSES.includes(word) ? 'completed' : 'incomplete'}`
  return stream
    .replace(
      /(data: |^)(\{.*"type":"response\.(?:completed|done)".*\})$/gm,
      (_line, before: string, data: string) => {
        const event = asJson(JSON.parse(data))
        if (!isObject(event)) return data
        return (
          before +
          JSON.stringify({ ...event, type, response: endedResponse(event.response, word, isRealtime) })
        )
      },
    )
    .replace('event: response.completed', `event: ${type}`)
}
