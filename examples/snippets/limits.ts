import { encodeConversation, userMessage } from 'toolwire'
import { bedrock } from 'toolwire/adapters/bedrock-converse'

const conversation = {
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}
// #region shown
const forLlama = encodeConversation(conversation, {
  to: bedrock,
  model: 'meta.llama',
  limits: 'llama',
})
const forMine = encodeConversation(conversation, {
  to: bedrock,
  model: 'mine',
  limits: { toolChoices: ['auto'] },
})
// #endregion
console.log(forLlama.value, forMine.notices)
