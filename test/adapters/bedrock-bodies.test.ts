import { describe, expect, test } from 'vitest'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { rules } from '../../adapters/bedrock-converse/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import { assistantMessage, encodeConversation, lint, userMessage } from '../../src/index.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { translateBody } from '../support/translation.js'
import { difference } from '../support/values.js'

const PIXEL = { image: { format: 'png', source: { bytes: 'AQID' } } }
const GUARDED: JsonObject = {
  system: [{ guardContent: { text: { text: 'Be brief.' } } }],
  messages: [
    {
      role: 'user',
      content: [
        { guardContent: { text: { text: 'Who are you?', qualifiers: ['query'] } } },
        { guardContent: PIXEL },
      ],
    },
  ],
}

describe('content for a guardrail', () => {
  test('is on every wire, with a notice', () => {
    for (const to of adapters.filter(({ wire }) => wire !== bedrock.id)) {
      const { value, notices } = translateBody(GUARDED, adapterOf(bedrock.id), to)
      const body = JSON.stringify(value)
      for (const said of ['Be brief.', 'Who are you?']) expect(body).toContain(said)
      expect(notices.map(({ message }) => message).join()).toContain('guardContent')
    }
  })

  test('that was edited is still for the guardrail', () => {
    const { value } = bedrock.decodeMessages([
      { role: 'user', content: [{ guardContent: { text: { text: 'a', qualifiers: ['query'] } } }] },
    ])
    const edited = value.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'text' ? { ...part, text: 'b' } : part)),
    }))
    expect(bedrock.encodeMessages(edited).value).toEqual([
      { role: 'user', content: [{ guardContent: { text: { text: 'b', qualifiers: ['query'] } } }] },
    ])
  })

  test('of another kind is unchanged', () => {
    const block = { guardContent: { video: { source: { bytes: 'AQID' } } } }
    const value = bedrock.codecs.messages.decode([{ role: 'user', content: [block] }], {
      ...createContext(bedrock.id),
      path: '',
    })
    expect(value[0]?.parts).toEqual([{ type: 'opaque', wire: bedrock.id, value: block }])
  })
})

describe('a body of CountTokens', () => {
  test('is read as the request in it, and restored unchanged', () => {
    holdsFor(
      exchangesOf(bedrock.id).filter(({ request }) => Array.isArray(request?.messages)),
      ({ request = {} }) => {
        const { modelId, ...converse } = request
        const counting: JsonObject = { ...(modelId && { modelId }), input: { converse, more: 1 }, other: 2 }
        const { value } = bedrock.decodeRequest(counting)
        const plain = bedrock.decodeRequest(request).value
        return (
          difference({ ...plain, providerMetadata: {} }, { ...value, providerMetadata: {} }) ??
          difference(counting, bedrock.encodeRequest(value).value)
        )
      },
    )
  })
})

describe('accepted features of the wire', () => {
  test('a file known only by its id is dropped before the first role is checked', () => {
    const image = {
      type: 'media' as const,
      kind: 'image' as const,
      source: { type: 'file-id' as const, id: 'file_1' },
    }
    const messages = [
      { role: 'user' as const, parts: [image] },
      assistantMessage('Nice.'),
      userMessage('And now?'),
    ]
    const { value, notices } = encodeConversation({ model: 'm', messages }, { to: bedrock })
    expect(notices.map(({ code }) => code)).toContain('media-dropped')
    expect(
      lint(rules, expectObject(asJson(value), '')).filter(({ severity }) => severity === 'error'),
    ).toEqual([])
  })

  test('a mark of the cache between two results', () => {
    const result = (toolUseId: string) => ({ toolResult: { toolUseId, content: [{ text: 'ok' }] } })
    const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'f', input: {} } })
    const between = (block: JsonObject): JsonObject => ({
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'assistant', content: [use('a'), use('b')] },
        { role: 'user', content: [result('a'), block, result('b')] },
      ],
      toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] },
    })
    expect(lint(rules, between({ cachePoint: { type: 'default' } }))).toEqual([])
    expect(lint(rules, between({ text: 'so' })).map(({ rule }) => rule)).toContain('BEDROCK-PAIR-03')
  })
})
