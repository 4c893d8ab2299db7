import { describe, expect } from 'vitest'
import { encodeConversation } from '../../src/exchange/translate-conversation.js'
import type { Conversation, Message, Part, ToolResult } from '../../src/model/types.js'
import { outputText } from '../../src/shape/results.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { forEachAdapter } from '../support/law.js'
import { stored } from '../support/values.js'

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })

const called: Message = {
  role: 'assistant',
  parts: [
    {
      type: 'tool-call',
      id: 'call_1',
      name: 'look',
      kind: 'function',
      providerExecuted: false,
      status: 'complete',
      arguments: {},
    },
  ],
}

/** What a reader of the wire sees of a conversation that came from elsewhere. */
function reread({ adapter }: LoadedAdapter, messages: readonly Message[]) {
  const conversation: Conversation = { model: 'example-model', maxOutputTokens: 100, messages }
  const { value, notices } = encodeConversation(conversation, { to: adapter })
  const read = adapter.decodeRequest(stored(value)).value
  return { read, codes: notices.map(({ code }) => code) }
}

function partsOf<Type extends Part['type']>({ messages }: Conversation, type: Type) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === type))
}

describe('law 20: two of a thing stay two', () => {
  describe.each([false, true])('two texts of a result, which is an error: %s', (isError) => {
    const blocks = ['disk 12', '34 files'].map((text) => ({ type: 'text' as const, text }))
    const result: ToolResult = {
      type: 'tool-result',
      callId: 'call_1',
      name: 'look',
      output: { type: 'content', value: blocks },
      isError,
      providerExecuted: false,
    }
    forEachAdapter('keep their border', ['request', 'writing'], (loaded) => {
      const messages = [user('Go on.'), called, { role: 'tool' as const, parts: [result] }]
      const { read, codes } = reread(loaded, messages)
      const [seen] = partsOf(read, 'tool-result')
      expect(seen).toMatchObject({ type: 'tool-result', isError })
      if (seen?.type !== 'tool-result') return
      expect(outputText(seen.output)).toBe('disk 12\n34 files')
      const isOne = seen.output.type !== 'content'
      if (isOne && !loaded.adapter.lacks.has('http')) expect(codes).toContain('texts-joined')
    })
  })
})
