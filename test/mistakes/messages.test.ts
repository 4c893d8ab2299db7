import { describe, expect, test, vi } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  assistantMessage,
  contentResult,
  encodeConversation,
  firstOf,
  pendingCalls,
  provider,
  systemMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/index.js'
import { adapters } from '../support/adapters.js'
import { failureOf, rejected, type Untyped, untyped } from '../support/mistakes.js'

const send = vi.fn()
const gpt = provider(openaiChat, { model: 'm', send })
const call = toolCall('c1', 'weather')

describe('a message is created of', () => {
  rejected([
    {
      code: 'userMessage(undefined)',
      run: () => userMessage(untyped(undefined)),
      what: 'userMessage needs a text',
      where: '',
      next: "{ role: 'user', parts: […] }. Got undefined",
    },
    {
      code: 'userMessage([part])',
      run: () => userMessage(untyped([{ type: 'text', text: 'x' }])),
      what: 'userMessage needs a text',
      where: '',
      next: "{ role: 'user', parts: […] }. Got a list",
    },
    {
      code: 'systemMessage(5)',
      run: () => systemMessage(untyped(5)),
      what: 'systemMessage needs a text',
      where: '',
      next: 'systemMessage(text). Got number',
    },
    {
      code: 'assistantMessage(undefined)',
      run: () => assistantMessage(untyped(undefined)),
      what: 'not a part of a Toolwire message',
      where: '/parts/0',
      next: 'expected one of text',
    },
    {
      code: "toolCall('c1', 'weather', '{\"city\":\"Oslo\"}')",
      run: () => toolCall('c1', 'weather', untyped('{"city":"Oslo"}')),
      what: 'the arguments of a call are an object. Got string',
      where: '/arguments',
      next: 'JSON.parse(text)',
    },
    {
      code: 'toolCall(undefined)',
      run: () => toolCall(untyped(undefined), 'weather'),
      what: 'toolCall needs an id',
      where: '/id',
      next: 'toolCall(id, name, {',
    },
    {
      code: 'toolMessage(result)',
      run: () => toolMessage(untyped(toolResult(call, 'rain'))),
      what: 'toolMessage needs a list of results',
      where: '',
      next: 'toolMessage([toolResult(call, value)]). Got object',
    },
    {
      code: "toolMessage(['rain'])",
      run: () => toolMessage(untyped(['rain'])),
      what: 'not a result of Toolwire',
      where: '/0',
      next: 'toolResult(call, value)',
    },
    {
      code: 'contentResult(call, part)',
      run: () => contentResult(call, untyped({ type: 'text', text: 'rain' })),
      what: 'contentResult needs a list of parts',
      where: '',
      next: 'contentResult(call, [part])',
    },
  ])
})

describe.each([
  ['turn', (input: Untyped) => gpt.turn(input).response],
  ['turn of firstOf', (input: Untyped) => firstOf([gpt, gpt]).turn(input).response],
] as const)('%s of', (_title, turn) => {
  rejected([
    {
      code: '[userMessage(text)]',
      run: () => turn([userMessage('x')]),
      what: 'turn needs a conversation',
      where: '',
      next: 'turn({ messages: [userMessage(text)] }). Got a list',
    },
    {
      code: "'hello'",
      run: () => turn('hello'),
      what: 'turn needs a conversation',
      where: '',
      next: 'turn({ messages: [userMessage(text)] }). Got string',
    },
    {
      code: '{}',
      run: () => turn({}),
      what: 'needs a list of messages',
      where: '/messages',
      next: 'messages: [userMessage(text)]',
    },
    {
      code: "{ messages: 'hello' }",
      run: () => turn({ messages: 'hello' }),
      what: 'needs a list of messages',
      where: '/messages',
      next: 'messages: [userMessage(text)]',
    },
    {
      code: '{ messages: [] }',
      run: () => turn({ messages: [] }),
      what: 'needs a message to answer',
      where: '/messages',
      next: 'messages: [userMessage(text)]',
    },
    {
      code: "{ messages: [userMessage('')] }, on a wire that sends no empty texts",
      run: () => turn({ messages: [{ role: 'user', parts: [] }] }),
      what: 'no message is left to send',
      where: '/messages',
      next: 'add a message with content',
    },
    {
      code: '{ messages, max_tokens: 5 }',
      run: () => turn({ messages: [userMessage('x')], max_tokens: 5 }),
      what: 'max_tokens is not a setting of a conversation',
      where: '/max_tokens',
      next: 'Did you mean maxOutputTokens?',
    },
  ])
})

describe('runLoop of', () => {
  const loop = (messages: Untyped) => () => runLoop({ provider: gpt, messages })
  rejected([
    {
      code: '{ messages: [] }',
      run: loop([]),
      what: 'needs a message to answer',
      where: '/messages',
      next: 'messages: [userMessage(text)]',
    },
    {
      code: "{ messages: 'hello' }",
      run: loop('hello'),
      what: 'needs a list of messages',
      where: '/messages',
      next: 'messages: [userMessage(text)]',
    },
  ])
})

const media = (more: object) => ({ type: 'media', kind: 'image', mediaType: 'image/png', ...more })
const image = (source: unknown) => media({ source })
const BYTES = "readFileSync(path).toString('base64')"

/** Parts that no wire can send. */
const PARTS = [
  {
    part: { type: 'text' },
    at: '/text',
    what: 'the text of a part is a string. Got undefined',
    next: 'string',
  },
  {
    part: { type: 'text', text: 5 },
    at: '/text',
    what: 'Got number',
    next: 'the text of a part is a string',
  },
  { part: { type: 'reasoning' }, at: '/text', what: 'the text of a part', next: 'a string' },
  {
    part: { type: 'image', image: 'aGk=' },
    at: '',
    what: 'its type is "image"',
    next: 'expected one of text',
  },
  {
    part: media({ kind: 'photo' }),
    at: '/kind',
    what: 'media is of kind',
    next: 'image, audio, video, file',
  },
  { part: image('aGk='), at: '/source', what: 'Got string', next: "{ type: 'data', data: base64 }" },
  { part: media({}), at: '/source', what: 'Got undefined', next: "{ type: 'url', url }" },
  { part: image({ type: 'base64' }), at: '/source', what: 'the source of media is', next: "{ type: 'data'," },
  { part: image({ type: 'url' }), at: '/source/url', what: 'Got undefined', next: "{ type: 'url', url }" },
  {
    part: image({ type: 'data', data: 'data:image/png;base64,aGk=' }),
    at: '/source/data',
    what: 'this is a data URL',
    next: "{ type: 'url', url }",
  },
  {
    part: image({ type: 'data', data: 'https://example.com/a.png' }),
    at: '/source/data',
    what: 'this is a URL',
    next: "{ type: 'url', url }",
  },
  {
    part: image({ type: 'data', data: 'C:/image file.png' }),
    at: '/source/data',
    what: 'this is a path',
    next: BYTES,
  },
  {
    part: { ...call, arguments: '{}' },
    at: '/arguments',
    what: 'the arguments of a call are an object',
    next: 'JSON.parse(text)',
  },
  {
    part: { type: 'tool-call', id: 'c1' },
    at: '/name',
    what: 'the name of its tool',
    next: 'toolCall(id, name',
  },
  {
    part: { type: 'tool-result', callId: 'c1', output: 'rain' },
    at: '/output',
    what: 'a result has an output',
    next: 'toolResult(call, value)',
  },
  {
    part: contentResult(call, untyped([image({ type: 'data', data: 'a.png' })])),
    at: '/output/value/0/source/data',
    what: 'this is a path',
    next: BYTES,
  },
] as const

const withPart = (part: unknown): Untyped => [userMessage('x'), { role: 'user', parts: [part] }]

describe.each([
  ['turn', '/messages', (messages: Untyped) => gpt.turn({ messages }).response],
  ['runLoop', '/messages', (messages: Untyped) => runLoop({ provider: gpt, messages }).result],
  [
    'encodeConversation',
    '/messages',
    (messages: Untyped) => encodeConversation({ messages }, { to: openaiChat }),
  ],
  ['encodeMessages', '', (messages: Untyped) => openaiChat.encodeMessages(messages)],
  ['pendingCalls', '', (messages: Untyped) => pendingCalls(messages)],
] as const)('%s rejects a message with', (_title, at, give) => {
  rejected(
    PARTS.map(({ part, at: inside, ...row }) => ({
      ...row,
      code: JSON.stringify(part),
      where: `${at}/1/parts/0${inside}`,
      run: () => give(withPart(part)),
    })),
  )
})

test.each(adapters)('$wire sends no part that is not one', async ({ adapter }) => {
  for (const { part, at } of PARTS) {
    const error = await failureOf(() =>
      encodeConversation({ messages: withPart(part) }, { to: adapter, model: 'm' }),
    )
    expect(error).toHaveProperty('path', `/messages/1/parts/0${at}`)
  }
})

test('a data URL is sent as the source of type url', () => {
  const url = 'data:image/png;base64,aGk='
  const { value } = encodeConversation(
    { messages: withPart(image({ type: 'url', url })) },
    { to: openaiChat },
  )
  expect(JSON.stringify(value)).toContain(`"url":"${url}"`)
})

test('no request was sent', () => {
  expect(send).not.toHaveBeenCalled()
})
