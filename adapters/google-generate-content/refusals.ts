import type { JsonObject } from '../../src/base/json/json-types.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { type Found, listAt, listIn, objectAt, those, within } from '../../src/translate/lint/found.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  changes,
  firstFix,
  leavesOut,
  leavesOutKeywords,
  leavesOutNamed,
  lowers,
  pathIfGiven,
  removals,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { DUMMY_SIGNATURE } from './fit.js'
import { declarations } from './rules/view.js'

const parts = within(listIn('contents'), listAt('parts'))
const modelContents = those(listIn('contents'), ({ value }) => value.role === 'model')
const images = those(parts, ({ value }) => {
  const media = [value.inlineData, value.fileData, value.inline_data, value.file_data].find(isObject)
  return stringOr(media?.mimeType ?? media?.mime_type, '').startsWith('image/')
})

function isCall({ value }: Found): boolean {
  return isObject(value.functionCall) || isObject(value.function_call)
}

function signatureIn({ value }: Found): string | undefined {
  return ['thoughtSignature', 'thought_signature'].find((name) => value[name] !== undefined)
}

/**
 * Adds the dummy signature to the first call of each answer.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function withDummies(request: JsonObject): readonly PatchOperation[] | undefined {
  const first = modelContents(request).flatMap((content) =>
    listAt('parts')(content).filter(isCall).slice(0, 1),
  )
  const added = first
    .filter((part) => signatureIn(part) === undefined)
    .map(
      ({ path }): PatchOperation => ({ op: 'add', path: `${path}/thoughtSignature`, value: DUMMY_SIGNATURE }),
    )
  return added.length === 0 ? undefined : added
}

/** Drops signatures, which are invalid for another model or project. */
function withoutSignatures(request: JsonObject): readonly PatchOperation[] | undefined {
  const changed = parts(request).flatMap((part): PatchOperation[] => {
    const name = signatureIn(part)
    if (name === undefined || part.value[name] === DUMMY_SIGNATURE) return []
    const path = `${part.path}/${name}`
    return isCall(part) ? [{ op: 'replace', path, value: DUMMY_SIGNATURE }] : [{ op: 'remove', path }]
  })
  return changed.length === 0 ? undefined : changed
}

/** Drops the fields of schemas beside anyOf. */
function besideAnyOf(request: JsonObject): readonly PatchOperation[] | undefined {
  const schemas = declarations(request).flatMap(objectAt('parameters')).flatMap(schemasOf)
  const beside = schemas.flatMap(({ value, path }) =>
    value.anyOf === undefined
      ? []
      : Object.keys(value)
          .filter((key) => key !== 'anyOf')
          .map((key) => `${path}/${key}`),
  )
  return changes(removals(beside))
}

const THINKING = ['/generationConfig/thinkingConfig', '/generation_config/thinking_config']

/** Refusals that depend on the model, the project or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'GOOGLE-REFUSED-FIELD': {
    summary: 'This server does not know a field of the request, or a keyword of a schema.',
    errors: ['Invalid JSON payload received. Unknown name … Cannot find field', 'Unknown name'],
    evidence: 'https://github.com/nanbingxyz/5ire/issues/42',
    fix: firstFix(
      leavesOutNamed,
      leavesOutKeywords((request) => declarations(request).flatMap(objectAt('parameters'))),
    ),
    lasting: 'field',
  },
  'GOOGLE-REFUSED-SIGNATURE-MISSING': {
    summary: 'The first call of a step has no thought signature.',
    errors: ['Function call is missing a thought_signature in functionCall parts'],
    evidence: 'https://github.com/theopenco/llmgateway/issues/1267',
    fix: withDummies,
    lasting: 'field',
  },
  'GOOGLE-REFUSED-SIGNATURE': {
    summary: 'A thought signature is not of this model or project.',
    errors: ['Corrupted thought signature', 'Thought signature is not valid', 'Invalid thought_signature'],
    evidence: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    fix: withoutSignatures,
  },
  'GOOGLE-REFUSED-THINKING': {
    summary: 'The model does not think, or not as much.',
    errors: [
      'Thinking level … is not supported for this model',
      'thinking_level is not supported by this model',
      'thinking_budget is not supported',
      'Thinking is not enabled for this model',
      'The thinking budget … is invalid',
      'Budget 0 is invalid. This model only works in thinking mode',
    ],
    evidence: 'https://ai.google.dev/gemini-api/docs/thinking',
    fix: leavesOut(...THINKING),
    lasting: 'value',
  },
  'GOOGLE-REFUSED-MAX-TOKENS': {
    summary: 'maxOutputTokens is more than the model can write.',
    errors: [
      'maxOutputTokens value of … but the supported range is from',
      'max_output_tokens must be less than',
    ],
    evidence: 'https://cloud.google.com/vertex-ai/generative-ai/docs/models',
    fix: lowers('/generationConfig/maxOutputTokens', '/generation_config/max_output_tokens'),
    lasting: 'field',
  },
  'GOOGLE-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['does not support image', 'Image input modality is not enabled for'],
    fix: replacesFound(images, () => ({ text: UNSEEN })),
    lasting: 'field',
  },
  'GOOGLE-REFUSED-ANYOF': {
    summary: 'A schema with anyOf has no other fields.',
    errors: ['schema specified other fields alongside any_of'],
    evidence: 'https://ai.google.dev/api/caching#Schema',
    fix: besideAnyOf,
    lasting: 'field',
  },
  'GOOGLE-REFUSED-TOOLS-TOGETHER': {
    summary: 'The model does not accept functions next to hosted tools.',
    errors: [
      'Multiple tools are supported only when they are all search tools',
      'Tool use with function calling is unsupported',
    ],
    evidence: 'https://ai.google.dev/gemini-api/docs/function-calling',
    at: pathIfGiven('/tools'),
  },
  'GOOGLE-REFUSED-PREFILL': {
    summary: 'The conversation ends with a turn of the user.',
    errors: ['Requests ending with a model turn are not supported'],
    evidence: 'https://ai.google.dev/gemini-api/docs/gemini-3',
    at: ({ contents }) => (Array.isArray(contents) ? `/contents/${contents.length - 1}` : undefined),
  },
})
