import type { JsonObject } from '../../src/base/json/json-types.js'
import type { PatchOperation } from '../../src/base/json/patch.js'
import { fieldText, isOf, listAt, objectAt, those, within } from '../../src/translate/lint/found.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  leavesOut,
  leavesOutFound,
  leavesOutKeywords,
  leavesOutNamed,
  lowers,
  namedTool,
  nearestEffort,
  pathIfGiven,
  removals,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { contentOf, functionsOf, itemsOf } from './rules/walk.js'

const images = those(within(itemsOf, contentOf), isOf('input_image'))

/**
 * Items that the provider generated together with reasoning. The provider requires this reasoning again as
 * long as the item's id is sent.
 */
const madeWithReasoning = those(itemsOf, (item) => /^(?:msg|fc|ctc)_/.test(fieldText(item, 'id')))

function ids(request: JsonObject) {
  return madeWithReasoning(request).map(({ value, path }) => ({ value, path: `${path}/id` }))
}

/**
 * Removes reasoning that another account or deployment encrypted, and the ids of the items generated with
 * this reasoning.
 */
function withoutReasoning(request: JsonObject): readonly PatchOperation[] | undefined {
  const reasoning = those(itemsOf, isOf('reasoning'))(request)
  return reasoning.length === 0
    ? undefined
    : removals([...reasoning, ...ids(request)].map(({ path }) => path))
}

const outputsOfUser = those(
  within(
    those(itemsOf, ({ value }) => value.role !== undefined && value.role !== 'assistant'),
    listAt('content'),
  ),
  isOf('output_text'),
)

/** Refusals that depend on the model, the account or an earlier answer. */
export const refusals: readonly Refusal[] = refusalsOf({
  'OPENAI-RESP-REFUSED-FIELD': {
    summary: 'This server or model does not accept a field of the request.',
    errors: [
      'Unknown parameter',
      'Unsupported parameter',
      'unsupported_parameter',
      'Unrecognized request argument supplied',
      'Extra inputs are not permitted',
      'extra_forbidden',
    ],
    evidence: 'https://platform.openai.com/docs/guides/reasoning',
    fix: leavesOutNamed,
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-ENCRYPTED': {
    summary: 'Encrypted reasoning is of another account, deployment or model.',
    errors: [
      'invalid_encrypted_content',
      'The encrypted content … could not be verified',
      'Encrypted content is not supported',
    ],
    evidence: 'https://github.com/openai/codex/issues/17541',
    fix: withoutReasoning,
  },
  'OPENAI-RESP-REFUSED-REASONING-MISSING': {
    summary: 'An item that the provider knows is sent without its reasoning.',
    errors: ["was provided without its required 'reasoning' item"],
    evidence: 'https://github.com/0xPlaygrounds/rig/issues/751',
    fix: leavesOutFound(ids),
  },
  'OPENAI-RESP-REFUSED-EFFORT': {
    summary: 'The model does not have this reasoning effort.',
    errors: [
      'Unsupported value: … is not supported with the … Supported values are',
      "Unsupported parameter: 'reasoning.effort' is not supported with this model",
      "does not support 'reasoning.effort' value",
    ],
    evidence: 'https://platform.openai.com/docs/guides/reasoning',
    fix: nearestEffort('/reasoning/effort'),
    lasting: 'value',
  },
  'OPENAI-RESP-REFUSED-SUMMARY': {
    summary: 'Summaries of reasoning are only for accounts that were verified.',
    errors: ['must be verified to generate reasoning summaries'],
    evidence: 'https://help.openai.com/en/articles/10910291',
    fix: leavesOut('/reasoning/summary'),
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-MAX-TOKENS': {
    summary: 'max_output_tokens is more than the model can write.',
    errors: ['max_output_tokens is too large', 'This model supports at most … output tokens'],
    fix: lowers('/max_output_tokens'),
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['does not support image', 'does not support images', 'Image input is not supported'],
    fix: replacesFound(images, () => ({ type: 'input_text', text: UNSEEN })),
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-CHOICE': {
    summary: 'The model does not accept this tool_choice, or no switch for parallel calls.',
    errors: [
      'tool_choice … is not supported',
      'parallel_tool_calls … is not supported',
      "Tool choices other than 'auto' are not supported",
      'tool_choice is supported in response API',
    ],
    fix: (request, said) =>
      leavesOut(said.text.includes('parallel_tool_calls') ? '/parallel_tool_calls' : '/tool_choice')(
        request,
        said,
      ),
    lasting: 'value',
  },
  'OPENAI-RESP-REFUSED-KEYWORD': {
    summary: 'The schema of a tool has a keyword that the provider does not accept.',
    errors: ['In context=… is not permitted', 'Invalid schema for function … is not permitted'],
    evidence: 'https://platform.openai.com/docs/guides/structured-outputs',
    fix: leavesOutKeywords((request) => functionsOf(request).flatMap(objectAt('parameters'))),
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-HOSTED': {
    summary: 'The model or server does not run this hosted tool.',
    errors: ['Hosted tool … is not supported with'],
    evidence: 'https://platform.openai.com/docs/models',
    at: namedTool,
  },
  'OPENAI-RESP-REFUSED-PART': {
    summary: 'Parts of the user are input parts, and parts of the model are output parts.',
    errors: ["Invalid value: 'output_text'. Supported values are: 'input_text'"],
    evidence: 'https://platform.openai.com/docs/api-reference/responses/create',
    fix: replacesFound(
      (request) => outputsOfUser(request).map(({ value, path }) => ({ value, path: `${path}/type` })),
      () => 'input_text',
    ),
    lasting: 'field',
  },
  'OPENAI-RESP-REFUSED-STATE': {
    summary: 'The server keeps no answers.',
    errors: ["does not support 'previous_response_id'"],
    evidence: 'https://github.com/ggml-org/llama.cpp, tools/server',
    at: pathIfGiven('/previous_response_id'),
  },
  'OPENAI-RESP-REFUSED-REASONING-ITEM': {
    summary: 'The server has no reasoning items.',
    errors: ["Unsupported Responses API input item type: 'reasoning'"],
    evidence: 'https://github.com/vllm-project/vllm, entrypoints/openai/responses',
    fix: withoutReasoning,
    lasting: 'field',
  },
})
