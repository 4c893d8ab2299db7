import { isOf, listAt, those, within } from '../../src/translate/lint/found.js'
import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import {
  firstFix,
  leavesOut,
  leavesOutNamed,
  lowers,
  nearestEffort,
  renames,
  replacesFound,
  UNSEEN,
} from '../../src/translate/repair/refusal-fixes.js'
import { messagesOf } from './family.js'

const images = those(within(messagesOf, listAt('content')), isOf('image_url'))

/** Refusals that depend on the model or the deployment. */
export const refusals: readonly Refusal[] = refusalsOf({
  'MISTRAL-REFUSED-FIELD': {
    summary: 'This deployment does not accept a field of the request.',
    errors: ['Extra inputs are not permitted', 'extra_forbidden'],
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/6593',
    fix: firstFix(renames('max_completion_tokens', 'max_tokens'), leavesOutNamed),
    lasting: 'field',
  },
  'MISTRAL-REFUSED-EFFORT': {
    summary: 'The model does not have this reasoning effort.',
    errors: ['reasoning_effort … Input should be', 'reasoning_effort is not enabled for this model'],
    fix: nearestEffort('/reasoning_effort'),
    lasting: 'value',
  },
  'MISTRAL-REFUSED-MAX-TOKENS': {
    summary: 'max_tokens is more than the model can write.',
    errors: ['max_tokens … is larger than', 'max_tokens … Input should be less than or equal to'],
    fix: lowers('/max_tokens'),
    lasting: 'field',
  },
  'MISTRAL-REFUSED-IMAGE': {
    summary: 'The model cannot see images.',
    errors: ['Image input is not enabled for this model', 'does not support image'],
    fix: replacesFound(images, () => ({ type: 'text', text: UNSEEN })),
    lasting: 'field',
  },
  'MISTRAL-REFUSED-PARALLEL': {
    summary: 'The model has no switch for parallel calls.',
    errors: ['parallel_tool_calls … is not supported'],
    fix: leavesOut('/parallel_tool_calls'),
    lasting: 'field',
  },
})
