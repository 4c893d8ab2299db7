import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { rules as anthropicRules } from '../../adapters/anthropic-messages/rules.js'
import { googleGenerateContent } from '../../adapters/google-generate-content/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import {
  type Conversation,
  encodeConversation,
  lint,
  type MediaPart,
  type Part,
  type ToolCall,
  type ToolResult,
  translateRequest,
  translateResponse,
  translateStream,
} from '../../src/index.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'

const USER = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }

function written(conversation: Partial<Conversation>, wire: string, from = 'elsewhere') {
  const { adapter } = adapterOf(wire)
  const given: Conversation = { model: 'm', maxOutputTokens: 4096, messages: [USER], ...conversation }
  const { value, notices } = encodeConversation(given, { to: adapter, from })
  return { native: expectObject(asJson(value), ''), body: JSON.stringify(value), notices }
}

function call(id: string, name: string, more: Partial<ToolCall> = {}): ToolCall {
  return {
    ...{ type: 'tool-call', kind: 'function', id, name, status: 'complete', arguments: {} },
    ...{ providerExecuted: false, ...more },
  } as ToolCall
}

function result(callId: string, name: string, more: Partial<ToolResult> = {}): ToolResult {
  const output = { type: 'text' as const, value: 'ok' }
  return { type: 'tool-result', callId, name, output, isError: false, providerExecuted: false, ...more }
}

function called(...calls: readonly ToolCall[]): Conversation['messages'] {
  const results = calls.map(({ id, name }) => result(id, name))
  return [
    USER,
    { role: 'assistant', origin: { wire: 'elsewhere' }, parts: calls },
    { role: 'tool', parts: results },
  ]
}

const CHAT_WITH_SIGNATURE: JsonObject = {
  model: 'gemini-3-pro',
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          function: { name: 'f', arguments: '{}' },
          extra_content: { google: { thought_signature: 'c2lnbmVk' } },
        },
        { id: 'c2', type: 'function', function: { name: 'f', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    { role: 'tool', tool_call_id: 'c2', content: 'ok' },
  ],
}

function fromChat(wire: string) {
  const { value, notices } = translateRequest(CHAT_WITH_SIGNATURE, {
    from: adapterOf('openai-chat').adapter,
    to: adapterOf(wire).adapter,
    model: 'gemini-3-pro',
    maxOutputTokens: 4096,
  })
  return { body: JSON.stringify(value), notices }
}

describe('a thought signature', () => {
  test('that Chat holds for Google goes to Google', () => {
    const { body, notices } = fromChat('google-generate-content')
    expect(body.split('"thoughtSignature":"c2lnbmVk"')).toHaveLength(2)
    expect(body).not.toContain('skip_thought_signature_validator')
    expect(notices.map(({ code }) => code)).not.toContain('fields-not-carried')
  })

  test('is held back from another model of Google, where it is known who signed', () => {
    const decoded = adapterOf('openai-chat').adapter.decodeRequest(CHAT_WITH_SIGNATURE).value
    const messages = decoded.messages.map((message) =>
      message.role === 'assistant'
        ? { ...message, origin: { wire: 'openai-chat', model: 'gemini-3-pro' } }
        : message,
    )
    const { body, notices } = written({ messages, model: 'gemini-4-flash' }, 'google-generate-content')
    expect(notices.map(({ code }) => code)).toEqual(['signature-held-back', 'signature-bridged'])
    expect(body).not.toContain('c2lnbmVk')
  })

  test.each(['whole', 'streamed'] as const)(
    'that a Chat server gives for Google reaches clients of Google: %s',
    async (form) => {
      const [chat, google] = [adapterOf('openai-chat').adapter, adapterOf('google-generate-content').adapter]
      const { response = {}, stream = '' } =
        fixtures.find(({ id }) => id === 'openai-chat/calls-without-id') ?? {}
      let told = ''
      if (form === 'whole')
        told = JSON.stringify(translateResponse(response, { from: chat, to: google }).value)
      else for await (const frame of translateStream([stream], { from: chat, to: google })) told += frame
      expect(told.split('"thoughtSignature":"CpcBAVSoXO4exampleSignatureA=="')).toHaveLength(2)
    },
  )

  test('is returned to Chat unchanged', () => {
    const { adapter } = adapterOf('openai-chat')
    const { value } = adapter.decodeRequest(CHAT_WITH_SIGNATURE)
    expect(adapter.encodeRequest(value).value).toEqual(CHAT_WITH_SIGNATURE)
  })

  test('that no other wire has a field for is reported', () => {
    const { adapter } = adapterOf(googleGenerateContent.id)
    const { value } = adapter.decodeRequest({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'So.', thoughtSignature: 'c2ln' }] },
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
    })
    for (const { wire } of adapters.filter((one) => one.wire !== googleGenerateContent.id)) {
      const { notices } = written(value, wire, googleGenerateContent.id)
      expect(notices, wire).toContainEqual(
        expect.objectContaining({
          code: 'fields-not-carried',
          path: '/messages/1/parts/0/providerMetadata/google-generate-content/signature',
          detail: { signature: 1 },
        }),
      )
    }
  })
})

describe('calls in namespaces that nothing declares', () => {
  test('stay apart from a tool of the same name', () => {
    const messages = called(call('c1', 'get'), call('c2', 'get', { namespace: 'crm' }))
    const tools = [{ type: 'function' as const, name: 'get' }]
    for (const { wire, adapter } of adapters.filter((one) => !one.adapter.codecs.limits.namespaces)) {
      const again = adapter.decodeRequest(written({ messages, tools }, wire).native).value
      const names = again.messages.flatMap(({ parts }) =>
        parts.flatMap((part: Part) => (part.type === 'tool-call' ? part.name : [])),
      )
      expect(names, wire).toEqual(['get', 'crm__get'])
    }
  })
})

const KINDS: readonly Pick<MediaPart, 'kind' | 'mediaType'>[] = [
  { kind: 'image', mediaType: 'image/png' },
  { kind: 'audio', mediaType: 'audio/wav' },
  { kind: 'video', mediaType: 'video/mp4' },
  { kind: 'file', mediaType: 'application/pdf' },
]

describe('the name of media', () => {
  test.each(adapters)('is in the body or in a notice: $wire', ({ wire }) => {
    for (const media of KINDS) {
      const source = { type: 'data' as const, data: 'AQID' }
      const part: MediaPart = { type: 'media', ...media, source, filename: 'holiday' }
      const messages = [{ role: 'user' as const, parts: [...USER.parts, part] }]
      const { body, notices } = written({ messages }, wire)
      const told = notices.filter(({ code }) => code === 'filename-dropped')
      if (body.includes('holiday')) expect(told).toEqual([])
      else expect(told).toMatchObject([{ path: '/messages/0/parts/1/filename', severity: 'info' }])
    }
  })

  test('is on Chat in the position for files, and nowhere else', () => {
    const sent = KINDS.flatMap((media): unknown[] => {
      const source = { type: 'data' as const, data: 'AQID' }
      const part: MediaPart = { type: 'media', ...media, source, filename: 'holiday' }
      const { native } = written({ messages: [{ role: 'user', parts: [part] }] }, 'openai-chat')
      return JSON.stringify(native).includes('"filename":"holiday"') ? [media.kind] : []
    })
    expect(sent).toEqual(['file'])
  })

  test('of audio on Chat is returned, and reported elsewhere', () => {
    const audio = { type: 'input_audio', input_audio: { data: 'AQID', format: 'wav', filename: 'memo.wav' } }
    const request: JsonObject = { model: 'm', messages: [{ role: 'user', content: [audio] }] }
    const { adapter } = adapterOf('openai-chat')
    const { value } = adapter.decodeRequest(request)
    expect(adapter.encodeRequest(value).value).toEqual(request)
    const { body, notices } = written(value, 'google-generate-content', 'openai-chat')
    expect(body + JSON.stringify(notices)).toContain('filename')
  })
})

test('a schema that is always enforced is reported on wires without a switch', () => {
  const outputFormat = { type: 'json-schema' as const, name: 'n', schema: { type: 'object' }, strict: true }
  const { notices } = written({ outputFormat }, 'bedrock-converse')
  expect(notices).toMatchObject([{ code: 'setting-dropped', severity: 'info', path: '/outputFormat/strict' }])
})

test('every wire reads a failed result as a failure, regardless of its content', () => {
  const value = fc.oneof(
    fc.constantFrom('', null, false, 0),
    fc.jsonValue().map((json) => asJson(json)),
  )
  const text = fc.constantFrom('', ' ', 'no', '{"error":""}', '{"error":null,"a":1}')
  const output = fc.oneof(
    value.map((json) => ({ type: 'error-json' as const, value: json })),
    value.map((json) => ({ type: 'json' as const, value: json })),
    text.map((said) => ({ type: 'error-text' as const, value: said })),
    text.map((said) => ({ type: 'text' as const, value: said })),
    text.map((said) => ({ type: 'content' as const, value: [{ type: 'text' as const, text: said }] })),
  )
  fc.assert(
    fc.property(output, (given) => {
      for (const { adapter } of adapters) {
        const parts = [result('c1', 'f', { output: given, isError: true })]
        const native = adapter.encodeMessages([{ role: 'tool', parts }]).value
        const [first] = adapter.decodeMessages(native).value[0]?.parts ?? []
        expect(first, adapter.id).toMatchObject({ type: 'tool-result', isError: true })
      }
    }),
    { numRuns: 60 },
  )
})

describe('an error result with media, for Anthropic', () => {
  const image: MediaPart = {
    type: 'media',
    kind: 'image',
    mediaType: 'image/png',
    source: { type: 'data', data: 'AQID' },
  }
  const results = [
    result('c1', 'f', {
      isError: true,
      output: { type: 'content', value: [{ type: 'text', text: 'No.' }, image] },
    }),
    result('c2', 'f', { isError: true, output: { type: 'content', value: [image] } }),
    result('c3', 'f', { output: { type: 'content', value: [image] } }),
  ]
  const calls = ['c1', 'c2', 'c3'].map((id) => call(id, 'f'))

  test('holds text alone, and the media follow all results', () => {
    const [message] = anthropicMessages.toolResults(results)
    expect(message).toMatchObject({
      role: 'user',
      content: [
        { tool_use_id: 'c1', is_error: true, content: [{ type: 'text', text: 'No.' }] },
        { tool_use_id: 'c2', is_error: true, content: expect.stringMatching(/follow/) },
        { tool_use_id: 'c3', content: [{ type: 'image' }] },
        { type: 'image' },
        { type: 'image' },
      ],
    })
  })

  test('is accepted, as results alone and in a history', () => {
    const asked = anthropicMessages.encodeMessages([USER, { role: 'assistant', parts: calls }]).value
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const native = {
      model: 'm',
      max_tokens: 9,
      tools,
      messages: [...asked, ...anthropicMessages.toolResults(results)],
    }
    expect(lint(anthropicRules, expectObject(asJson(native), ''))).toEqual([])
    const messages = [
      USER,
      { role: 'assistant' as const, parts: calls },
      { role: 'tool' as const, parts: results },
    ]
    const history = written(
      { messages, tools: [{ type: 'function', name: 'f' }] },
      'anthropic-messages',
    ).native
    expect(lint(anthropicRules, history)).toEqual([])
  })
})
