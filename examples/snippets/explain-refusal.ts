import { explainRefusal } from 'toolwire'
import {
  refusals,
  rules,
} from 'toolwire/adapters/anthropic-messages/rules'

const request = {
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  context_management: { edits: [] },
  messages: [
    { role: 'user', content: 'Do I need an umbrella in Oslo?' },
  ],
}
// #region shown
const refusal = {
  type: 'error',
  error: {
    type: 'invalid_request_error',
    message: 'context_management: Extra inputs are not permitted',
  },
}
const why = explainRefusal(refusal, request, {
  rules: [...rules, ...refusals],
})
console.log(why?.rule, why?.path, why?.fix)
// ANTHROPIC-REFUSED-FIELD /context_management
// [{ op: 'remove', path: '/context_management' }]
// #endregion
