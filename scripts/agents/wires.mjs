// The data that models of each wire send in addition to text, and require in the history.
import { randomBytes } from 'node:crypto'

const random = (length) => randomBytes(length).toString('hex').slice(0, length)
const base64 = () => randomBytes(60).toString('base64')

/**
 * `callId`: returns an id in the provider's form. `thinking` and `call`: metadata with the signatures of each
 * step. `refusal`: the provider's error if they are not sent back.
 * @type {Record<string, {callId: () => string, proofs: () => {thinking: object, call: (index: number) =>
 * object}, refusal: string}>}
 */
export const providers = {
  'anthropic-messages': {
    callId: () => `toolu_01${random(22)}`,
    proofs: () => ({ thinking: { signature: base64() }, call: () => ({}) }),
    refusal: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  'bedrock-converse': {
    callId: () => `tooluse_${random(22)}`,
    proofs: () => ({ thinking: { signature: base64() }, call: () => ({}) }),
    refusal:
      'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  'google-generate-content': {
    callId: () => random(8),
    // Only the first of parallel calls has a signature.
    proofs: () => ({ thinking: {}, call: (index) => (index === 0 ? { signature: base64() } : {}) }),
    refusal: 'Function call is missing a thought_signature in functionCall parts.',
  },
  'mistral-chat': {
    callId: () => random(9),
    proofs: () => ({ thinking: { form: 'chunk' }, call: () => ({}) }),
    refusal: 'Expected the thinking chunk of the assistant message.',
  },
  'ollama-chat': {
    callId: () => `call_${random(8)}`,
    // Thinking has no signature.
    proofs: () => ({ thinking: {}, call: () => ({}) }),
    refusal: 'thinking is missing in the assistant message',
  },
  'openai-chat': {
    callId: () => `call_${random(24)}`,
    // The form required by DeepSeek and Moonshot.
    proofs: () => ({ thinking: { fields: ['reasoning_content'] }, call: () => ({}) }),
    refusal: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  },
  'openai-responses': {
    callId: () => `call_${random(24)}`,
    proofs: () => {
      const reasoning = `rs_${random(48)}`
      const thinking = { itemId: reasoning, signature: `gAAAAA${base64()}`, form: 'summary' }
      return { thinking, call: () => ({ itemId: `fc_${random(48)}`, reasoning }) }
    },
    refusal: "Item of type 'function_call' was provided without its required 'reasoning' item.",
  },
}
