// #region shown
import {
  type Conversation,
  encodeConversation,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { mistralChat } from 'toolwire/adapters/mistral-chat'

const conversation: Conversation = {
  messages: [userMessage('Where is Oslo?')],
  maxOutputTokens: 1024,
  reasoning: { effort: 'high' },
  outputFormat: {
    type: 'json-schema',
    name: 'place',
    schema: {
      type: 'object',
      properties: { country: { type: 'string' } },
      required: ['country'],
    },
  },
}
const claude = encodeConversation(conversation, {
  to: anthropic,
  model: 'claude-sonnet-5-5',
})
// { …, output_config: { effort: 'high',
//   format: { type: 'json_schema', schema: … } } }
console.log(claude.value)

const mistral = encodeConversation(
  { ...conversation, topK: 40 },
  { to: mistralChat, model: 'mistral-large' },
)
console.log(mistral.notices) // setting-dropped at /topK
// #endregion
const codes = mistral.notices.map(({ code, path }) => `${code} ${path}`)
if (!codes.includes('setting-dropped /topK'))
  throw new Error(codes.join())
