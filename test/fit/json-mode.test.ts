import { expect, test } from 'vitest'
import type { Message } from '../../src/base/model/types.js'
import { encodeConversation, systemMessage, userMessage } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { refusals } from '../support/translation.js'

// "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
const responses = adapterOf('openai-responses')

const CASES: readonly (readonly [title: string, messages: readonly Message[], isAdded: boolean])[] = [
  ['a question without the word', [userMessage('List them.')], true],
  ['a question with the word', [userMessage('List them as Json.')], false],
  ['a system message with the word', [systemMessage('Answer in JSON.'), userMessage('List them.')], false],
  ['a later message with the word', [userMessage('Hi'), userMessage('as JSON, please')], false],
]

test.each(CASES)('JSON mode of Responses: %s', (_title, messages, isAdded) => {
  const { value, notices } = encodeConversation(
    { messages, outputFormat: { type: 'json' } },
    { to: responses.adapter, model: 'gpt-5.6' },
  )
  expect(refusals(JSON.parse(JSON.stringify(value)), responses)).toEqual([])
  expect(notices.map(({ code }) => code)).toEqual(isAdded ? ['json-named'] : [])
})

test('JSON mode of Responses: instructions do not count, and the same place is used in each turn', () => {
  const native = {
    model: 'gpt-5.6',
    instructions: 'Answer in JSON.',
    input: [{ role: 'user', content: 'List them.' }],
    text: { format: { type: 'json_object' } },
  }
  const { messages, outputFormat } = responses.adapter.decodeRequest(native).value
  const written = (more: readonly Message[]) =>
    encodeConversation(
      { messages: [...messages, ...more], ...(outputFormat && { outputFormat }) },
      { to: responses.adapter, model: 'gpt-5.6' },
    )
  const [first, second] = [written([]), written([userMessage('And those?')])]
  for (const { value } of [first, second])
    expect(refusals(JSON.parse(JSON.stringify(value)), responses)).toEqual([])
  expect(JSON.stringify(second.value)).toContain('List them.')
  expect(second.notices.map(({ path }) => path)).toEqual(first.notices.map(({ path }) => path))
})
