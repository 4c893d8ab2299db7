import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import type { Message } from '../../src/base/model/types.js'
import { readAgUiInput } from '../../src/chat/serve/index.js'

const head = { threadId: 't', runId: 'r', tools: [] }

/** Returns the messages decoded from a trusted client. */
async function believed(messages: readonly object[]): Promise<Message[]> {
  return (await readAgUiInput({ ...head, messages }, { trust: true })).messages
}

const said = (content: JsonValue) => believed([{ id: 'u', role: 'user', content }])

describe('messages of AG-UI', () => {
  test('files of users are data, an address, or a file of the provider', async () => {
    const [message] = await said([
      { type: 'image', source: { type: 'data', value: 'AA==', mimeType: 'image/png' } },
      { type: 'document', source: { type: 'url', value: 'https://x.test/a.pdf' } },
      { type: 'audio', source: { type: 'file', value: 'file-1' } },
    ])
    expect(message?.parts).toEqual([
      { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'AA==' } },
      { type: 'media', kind: 'file', source: { type: 'url', url: 'https://x.test/a.pdf' } },
      { type: 'media', kind: 'audio', source: { type: 'file-id', id: 'file-1' } },
    ])
  })

  test('parts and sources of other kinds are rejected with their path', async () => {
    for (const type of ['hologram', 'constructor'])
      await expect(said([{ type, source: { type: 'url', value: 'x' } }])).rejects.toMatchObject({
        code: 'wrong-type',
        path: '/messages/0/content/0/type',
      })
    await expect(said([{ type: 'image', source: { type: 'tape', value: 'x' } }])).rejects.toMatchObject({
      code: 'wrong-type',
      path: '/messages/0/content/0/source/type',
    })
  })

  test('messages that are not for the model are left out', async () => {
    const messages = await believed([
      { id: 'a', role: 'activity', activityType: 'plan', content: {} },
      { id: 'u', role: 'user', content: 'Hello' },
    ])
    expect(messages.map(({ role }) => role)).toEqual(['user'])
  })

  test('results of tools are JSON where they hold it, text otherwise, and errors where they failed', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'buy', arguments: '{}' } }
    const cases = [
      [{ content: '{"price":2}' }, { type: 'json', value: { price: 2 } }, false],
      [{ content: '12' }, { type: 'text', value: '12' }, false],
      [{ content: [1] }, { type: 'json', value: [1] }, false],
      [{}, { type: 'text', value: '' }, false],
      [{ content: 'x', error: 'sold out' }, { value: expect.stringContaining('sold out') }, true],
    ] as const
    for (const [result, output, isError] of cases) {
      const messages = await believed([
        { id: 'a', role: 'assistant', toolCalls: [call] },
        { id: 't', role: 'tool', toolCallId: 'c', ...result },
      ])
      expect(messages.at(-1)?.parts).toMatchObject([{ callId: 'c', name: 'buy', output, isError }])
    }
  })
})
