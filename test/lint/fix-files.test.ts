import { describe, expect, test } from 'vitest'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { Conversation, ToolResult } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { adapters } from '../support/adapters.js'
import { stored } from '../support/values.js'

const DATA = 'iVBORw0KGgo'.repeat(40)
const FILE = `The page: data:image/png;base64,${DATA} and its end.`

/** Returns a conversation with a call that has this result. */
function answered(output: ToolResult['output']): Conversation {
  const call = { id: 'call00001', name: 'look' }
  return {
    model: 'example-model',
    maxOutputTokens: 100,
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
      {
        role: 'assistant',
        parts: [
          {
            ...{ type: 'tool-call', kind: 'function', ...call, status: 'complete' },
            ...{ arguments: {}, providerExecuted: false },
          },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            ...{ type: 'tool-result', name: call.name, callId: call.id, output },
            ...{ isError: false, providerExecuted: false },
          },
        ],
      },
    ],
  }
}

const OUTPUTS: Readonly<Record<string, ToolResult['output']>> = {
  text: { type: 'text', value: FILE },
  'several texts': {
    type: 'content',
    value: [
      { type: 'text', text: 'First.' },
      { type: 'text', text: FILE },
    ],
  },
}

/** Returns the texts and the data of the results in a decoded request. */
function resultsIn({ messages }: Conversation) {
  const outputs = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-result' ? [part.output] : [])),
  )
  const inner = outputs.flatMap((output) => (output.type === 'content' ? output.value : []))
  const media = inner.flatMap((part) => (part.type === 'media' ? [part.source] : []))
  const words = inner.map((part) => (part.type === 'text' ? part.text.trim() : '')).filter(Boolean)
  return { words, media }
}

const takers = adapters.filter(
  ({ rules, adapter }) => rules.length > 0 && adapter.codecs.limits.resultMedia.includes('image'),
)

describe.each(takers.map((loaded) => [loaded.wire, loaded] as const))('%s', (_wire, { adapter, rules }) => {
  test.each(Object.entries(OUTPUTS))('a file in the %s of a result becomes media', (_kind, output) => {
    const native = stored(encodeConversation(answered(output), { to: adapter }).value)
    const { request } = fixRequest(rules, expectObject(asJson(native), ''))
    const { words, media } = resultsIn(adapter.decodeRequest(request).value)
    expect(media).toMatchObject([{ data: DATA }])
    expect(words.join('').replaceAll(/\s/g, '')).toBe(
      `${output.type === 'text' ? '' : 'First.'}Thepage:anditsend.`,
    )
  })
})
