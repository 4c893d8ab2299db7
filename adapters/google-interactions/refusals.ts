import type { JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { encodeResultText } from '../../src/codec/shape/results.js'
import { type Find, type Found, those } from '../../src/translate/lint/found.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  leavesOut,
  leavesOutFound,
  leavesOutNamed,
  lowers,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { contentOf, resultsOf, thoughtsOf } from './rules/walk.js'

const images = those(contentOf, ({ value }) => value.type === 'image')
const failed = those(resultsOf, ({ value }) => value.is_error === true)
const signed: Find = those(thoughtsOf, ({ value }) => (value.signature ?? '') !== '')

/**
 * Moves the error into the text, where decoding recognizes it. Lists are unchanged: failed output may be in
 * images.
 */
function errorInText({ value: { is_error: _flag, result, ...rest } }: Found): JsonValue {
  const text = textOf(result)
  return { ...rest, ...(text === undefined ? result !== undefined && { result } : { result: text }) }
}

function textOf(result: JsonValue | undefined): string | undefined {
  if (typeof result === 'string')
    return encodeResultText({ output: { type: 'error-text', value: result }, isError: true })
  return isObject(result)
    ? encodeResultText({ output: { type: 'error-json', value: result }, isError: true })
    : undefined
}

/** Refusals that depend on the model, the project or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'GINTER-REFUSED-ERROR-FLAG': {
    summary: 'The server does not know the flag of results that failed.',
    errors: ['is_error'],
    evidence: 'https://github.com/router-for-me/CLIProxyAPI/pull/5830',
    fix: replacesFound(failed, errorInText),
    lasting: 'field',
  },
  'GINTER-REFUSED-FIELD': {
    summary: 'This server does not know a field of the request.',
    errors: [
      'Invalid JSON payload received. Unknown name … Cannot find field',
      'Unknown name',
      'Unknown field',
    ],
    evidence: 'https://ai.google.dev/gemini-api/docs/interactions',
    fix: leavesOutNamed,
    lasting: 'field',
  },
  'GINTER-REFUSED-SIGNATURE': {
    summary: 'A thought signature is not of this model or project.',
    errors: ['Corrupted thought signature', 'Thought signature is not valid', 'Invalid thought_signature'],
    evidence: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    fix: leavesOutFound(signed),
  },
  'GINTER-REFUSED-CHOICE': {
    summary: 'The tool choice is among functions, and none is declared.',
    errors: ['Function calling config is set without function_declarations'],
    evidence: 'https://github.com/vercel/ai packages/google/src/interactions',
    fix: leavesOut('/generation_config/tool_choice'),
  },
  'GINTER-REFUSED-THINKING': {
    summary: 'The model does not think, or not as much.',
    errors: [
      'Thinking level … is not supported for this model',
      'thinking_level is not supported by this model',
      'Thinking is not enabled for this model',
    ],
    evidence: 'https://ai.google.dev/gemini-api/docs/thinking',
    fix: leavesOut('/generation_config/thinking_level', '/generation_config/thinking_summaries'),
    lasting: 'value',
  },
  'GINTER-REFUSED-MAX-TOKENS': {
    summary: 'max_output_tokens is more than the model can write.',
    errors: [
      'maxOutputTokens value of … but the supported range is from',
      'max_output_tokens must be less than',
    ],
    evidence: 'https://ai.google.dev/gemini-api/docs/models',
    fix: lowers('/generation_config/max_output_tokens'),
    lasting: 'field',
  },
  'GINTER-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['does not support image', 'Image input modality is not enabled for'],
    evidence: 'https://ai.google.dev/gemini-api/docs/image-understanding',
    fix: replacesFound(images, () => ({ type: 'text', text: UNSEEN })),
    lasting: 'field',
  },
})
