import { messageFieldsKnown, requestFieldsKnown } from '../../../src/translate/lint/known-fields.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { messagesOf } from './walk.js'

/** Fields beyond the closed lists of servers. Other rules fix misspelled fields and those of other formats first. */
export const knownFieldRules: RuleRows = {
  'COMPAT-FIELD-01': {
    summary: 'Servers with a closed list of request fields reject others.',
    evidence: 'https://github.com/musistudio/llms/issues/64',
    check: requestFieldsKnown({
      max_completion_tokens: 'max_tokens',
      safety_identifier: 'user',
      seed: 'random_seed',
    }),
  },
  'COMPAT-FIELD-02': {
    summary: 'Servers with a closed list of message fields reject others.',
    errors: ['the following must be satisfied'],
    evidence: 'https://github.com/karthink/gptel/issues/774',
    check: messageFieldsKnown(messagesOf),
  },
}
