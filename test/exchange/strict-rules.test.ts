import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { loadRules } from '../../adapters.js'
import { AdapterError, type Conversation, encodeConversation, provider } from '../../src/index.js'

const tools = Array.from({ length: 129 }, (_, index) => ({
  type: 'function' as const,
  name: `tool_${index}`,
  parameters: { type: 'object', properties: {} },
}))
const conversation: Conversation = {
  model: 'm',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools,
}

describe('strict mode with acceptance rules', () => {
  test('rejects requests that the provider would refuse, and names the rule and the path', async () => {
    const rules = await loadRules('openai-chat')
    const encode = () => encodeConversation(conversation, { to: openaiChat, mode: 'strict', rules })
    expect(encode).toThrow(AdapterError)
    expect(encode).toThrow(/OPENAI-CHAT-TOOLS-01 at \/tools/)
  })

  test('refuses nothing in the other mode, nor without rules', async () => {
    const rules = await loadRules(openaiChat)
    expect(encodeConversation(conversation, { to: openaiChat, rules }).value.tools).toHaveLength(129)
    expect(encodeConversation(conversation, { to: openaiChat, mode: 'strict' }).value.tools).toHaveLength(129)
  })

  test('a provider sends nothing then', async () => {
    let sent = 0
    const send = () => {
      sent += 1
      throw new Error('sent')
    }
    const rules = await loadRules('openai-chat')
    const model = provider(openaiChat, { model: 'm', send, mode: 'strict', rules })
    const turn = async () => {
      for await (const _ of model.turn(conversation));
    }
    await expect(turn()).rejects.toThrow(/OPENAI-CHAT-TOOLS-01/)
    expect(sent).toBe(0)
  })
})
