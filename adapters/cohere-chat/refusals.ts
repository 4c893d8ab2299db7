import { type Refusal, refusalsOf } from '../../src/translate/repair/refusal.js'
import { clamps, leavesOutNamed, lowers } from '../../src/translate/repair/refusal-fixes.js'

/** Refusals that depend on the model or the account. */
export const refusals: readonly Refusal[] = refusalsOf({
  'COHERE-REFUSED-FIELD': {
    summary: 'The request has a field that this version of the API does not know, or no longer knows.',
    errors: ['unknown field: parameter … is not a valid field', 'was removed from the Chat API'],
    evidence: 'https://github.com/oracle/apex/issues/107',
    fix: leavesOutNamed,
    lasting: 'field',
  },
  'COHERE-REFUSED-RANGE': {
    summary: 'A setting is out of its range.',
    errors: ['must be between … and … inclusive'],
    evidence: 'https://docs.cohere.com/reference/chat',
    fix: clamps('/temperature', '/p', '/k', '/frequency_penalty', '/presence_penalty'),
    lasting: 'field',
  },
  'COHERE-REFUSED-MAX-TOKENS': {
    summary: 'max_tokens is more than the model can write.',
    errors: ['too many tokens: max tokens must be less than or equal to'],
    evidence: 'https://docs.cohere.com/reference/errors',
    fix: lowers('/max_tokens'),
    lasting: 'field',
  },
})
