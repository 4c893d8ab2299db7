import { expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { losesNothing } from '../../src/translate/repair/nothing-lost.js'
import { UNSEEN } from '../../src/translate/repair/refusal-fixes.js'

const image: Part = {
  type: 'media',
  kind: 'image',
  source: { type: 'data', data: 'AAAA' },
  mediaType: 'image/png',
}
const result = (value: string): Part => ({
  ...{ type: 'tool-result', callId: 'c1', name: 'look', isError: false, providerExecuted: false },
  output: { type: 'text', value },
})
const MESSAGES: readonly Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'What is it?' }, image] },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Looking.' },
      toolCall('c1', 'look', { at: 1 }),
    ],
  },
  { role: 'tool', parts: [result('a cat')] },
]
const BEFORE: Conversation = {
  messages: MESSAGES,
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
}

/** Returns the conversation with a part replaced or removed. */
function changed(message: number, part: number, ...instead: Part[]): Conversation {
  const messages = MESSAGES.map((one, index) =>
    index === message ? { ...one, parts: one.parts.toSpliced(part, 1, ...instead) } : one,
  )
  return { ...BEFORE, messages }
}

test.each<[string, Conversation]>([
  ['a text of the user', changed(0, 0)],
  ['an image', changed(0, 1)],
  ['a text of the model', changed(1, 1)],
  ['a call', changed(1, 2)],
  ['the arguments of a call', changed(1, 2, toolCall('c1', 'look', {}))],
  ['a result', changed(2, 0)],
  ['what a result says', changed(2, 0, result('a'))],
  ['a tool', { messages: MESSAGES }],
])('%s is a loss', (_what, after) => {
  expect(losesNothing(BEFORE, after)).toBe(false)
})

test.each<[string, Conversation]>([
  ['nothing at all', BEFORE],
  ['reasoning', changed(1, 0)],
  ['an image that a text stands for', changed(0, 1, { type: 'text', text: UNSEEN })],
  ['the name of a call', changed(1, 2, toolCall('c2', 'look_at', { at: 1 }))],
])('%s is not a loss', (_what, after) => {
  expect(losesNothing(BEFORE, after)).toBe(true)
})
