import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'

/** The message of a server that refuses a request. Agents compact their history on exactly this text. */
export const WORDS = "This model's maximum context length is 8192 tokens, however you requested 9000"

const UPSTREAM = JSON.stringify({ error: { message: WORDS, code: 400 } })

/** Errors in the form of real servers, with the source of each form and the code in it. */
export const ERROR_FORMS: readonly (readonly [seen: string, body: JsonObject, code: string | undefined])[] = [
  [
    'OpenAI',
    { error: { message: WORDS, type: 'invalid_request_error', param: null, code: 'too_long' } },
    'too_long',
  ],
  [
    'OpenAI without a code',
    { error: { message: WORDS, type: 'invalid_request_error', code: null } },
    'invalid_request_error',
  ],
  ['OpenRouter', { error: { code: 502, message: WORDS, metadata: { provider_name: 'x' } } }, '502'],
  [
    'OpenRouter, upstream',
    { error: { code: 400, message: 'Provider returned error', metadata: { raw: UPSTREAM } } },
    '400',
  ],
  ['xAI', { code: 'invalid-argument', error: WORDS }, 'invalid-argument'],
  ['Ollama, llama.cpp', { error: WORDS }, undefined],
  [
    'vLLM, SGLang',
    { object: 'error', message: WORDS, type: 'BadRequestError', param: null, code: 400 },
    '400',
  ],
  [
    'Anthropic',
    { type: 'error', error: { type: 'invalid_request_error', message: WORDS } },
    'invalid_request_error',
  ],
  ['Anthropic-compatible', { type: 'error', message: WORDS }, undefined],
  ['Anthropic-compatible, text', { type: 'error', error: WORDS }, undefined],
  [
    'gateways (NousResearch/hermes-agent#65631)',
    { choices: null, error_type: 'bad', error_message: WORDS },
    'bad',
  ],
  ['Cohere', { error_type: 'invalid', id: 'r-1', message: WORDS }, 'invalid'],
  ['FastAPI', { detail: WORDS }, undefined],
  [
    'FastAPI, validation',
    { detail: [{ loc: ['body', 'messages'], msg: WORDS, type: 'value_error' }] },
    undefined,
  ],
  [
    'Cloudflare',
    { success: false, errors: [{ code: 7003, message: WORDS }], messages: [], result: null },
    '7003',
  ],
  ['MiniMax', { base_resp: { status_code: 1039, status_msg: WORDS } }, '1039'],
  ['MiniMax, no choices', { choices: null, base_resp: { status_code: 1039, status_msg: WORDS } }, '1039'],
  ['Chinese gateways', { code: 1001, msg: WORDS, data: null }, '1001'],
  ['proxies that wrap', { error: { error: { message: WORDS, type: 'too_long' } } }, 'too_long'],
  ['proxies that quote', { error: { message: UPSTREAM } }, undefined],
  ['NestJS', { statusCode: 400, message: WORDS, error: 'Bad Request' }, undefined],
  ['a flag', { error: true, message: WORDS }, undefined],
  ['AWS', { __type: 'ValidationException', message: WORDS }, 'ValidationException'],
  ['AWS, capital', { Message: WORDS }, undefined],
  ['Google', { error: { code: 400, message: WORDS, status: 'INVALID_ARGUMENT' } }, undefined],
]

/** The same errors in lists, as Gemini sends them without server-sent events. */
export const ERROR_LISTS: readonly (readonly [seen: string, body: JsonValue])[] = [
  ['Gemini without SSE', [{ error: { code: 400, message: WORDS, status: 'INVALID_ARGUMENT', details: [] } }]],
]
