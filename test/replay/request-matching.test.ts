import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { normalizeEssence } from '../../src/traffic/replay/comparison-key.js'
import { createTranscodingAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import { describeMiss } from '../../src/traffic/replay/recordings.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, adapters, registry } from '../support/adapters.js'
import { someLocally, someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { answersOf, recordingOf } from '../support/transcoding.js'

describe('a request translated to another wire finds its recording', () => {
  for (const { wire, adapter: from } of adapters) {
    const recordings = exchangesOf(wire).flatMap((exchange) => {
      const [answer] = answersOf(exchange)
      if (exchange.request === undefined || answer === undefined) return []
      const { status, body } = answer.exchange.response
      if (body === undefined) return []
      const streams = 'chunks' in body
      return [recordingOf(exchange.id, wire, exchange.request, { status, body, streams })]
    })
    const saidBy = (id: string) =>
      recordings
        .filter((one) => one.id === id)
        .map(saidIn)
        .join()
    const others = adapters.filter((other) => other.wire !== wire)
    for (const { wire: targetWire, adapter: to } of someOf(others, 2, wire)) {
      test(`${wire} as ${targetWire}`, async () => {
        // Most recordings of the wire can be requested again.
        expect(recordings.length).toBeGreaterThan(exchangesOf(wire).length / 2)
        let answeredBy = ''
        const answerer = createTranscodingAnswerer({ target: to, registry })
        for (const recording of recordings) {
          const load = async () => {
            answeredBy = recording.id
            return recording
          }
          answerer.add(recording, { id: recording.id, load })
        }
        const translated = (native: JsonValue) => {
          const options = { from, to, model: 'm', maxOutputTokens: 100 }
          const { value } = translateRequest(expectObject(native, ''), options)
          const unanswered = { status: 200, body: { text: '' }, streams: false }
          return recordingOf('', targetWire, expectObject(asJson(value), ''), unanswered)
        }
        // Two recordings may differ only in content that the target does not support, such as audio.
        const isSameThere = (...ids: string[]) => {
          const both = recordings.filter(({ id }) => ids.includes(id)).map(({ request }) => request.body)
          const keys = both.map((body) => body && 'json' in body && saidIn(translated(body.json)))
          return new Set(keys).size === 1
        }
        const problems: string[] = []
        for (const { id, request } of someLocally(someOf(recordings, 30), 8)) {
          const { body } = request
          if (body === undefined || !('json' in body)) continue
          const { request: received } = translated(body.json)
          const answered = await answerer.answer(received, {})
          if ('miss' in answered) problems.push(`${id}: ${describeMiss(answered.miss)}`)
          else if (saidBy(answeredBy) !== saidBy(id) && !isSameThere(answeredBy, id))
            problems.push(`${id}: answered by ${answeredBy}`)
        }
        const more = problems.length > 25 ? [`… and ${problems.length - 25} more`] : []
        expect([...problems.slice(0, 25), ...more], `of ${recordings.length} requests`).toEqual([])
      })
    }
  }
})

/** Returns the content of a recording's request. Two recordings may have the same request. */
function saidIn({ wire = '', request: { body } }: RecordedExchange): string {
  const native = body !== undefined && 'json' in body ? body.json : {}
  return normalizeEssence(adapterOf(wire).adapter.decodeRequest(expectObject(native, '')).value).key
}

describe('a miss explains itself', () => {
  const recording = recordingOf(
    'weather',
    'anthropic-messages',
    { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Is it raining in Oslo?' }] },
    { status: 200, body: { json: {} }, streams: false },
  )
  const target = adapterOf('openai-chat').adapter
  const answerer = createTranscodingAnswerer({ target, registry })
  answerer.add(recording, { id: recording.id, load: async () => recording })
  const ask = async (url: string, text: string) => {
    const json = { model: 'm', messages: [{ role: 'user', content: text }] }
    const answered = await answerer.answer({ method: 'POST', url, headers: {}, body: { json } }, {})
    return 'miss' in answered ? describeMiss(answered.miss) : 'an answer'
  }

  test('by the nearest recording and what differs', async () => {
    const miss = await ask('https://example.com/v1/chat/completions', 'Is it raining in Rome?')
    expect(miss).toContain('the nearest is weather')
    expect(miss).toContain('recorded "Is it raining in Oslo?", received "Is it raining in Rome?"')
  })

  test('by what can be asked at all', async () => {
    const miss = await ask('https://example.com/v1/embeddings', 'Is it raining in Oslo?')
    expect(miss).toBe(
      'no recording of POST /v1/embeddings: recorded are requests like POST /v1/chat/completions',
    )
  })

  test('and token counts do not answer', async () => {
    const url = '/v1/messages/count_tokens'
    const count = {
      ...recording,
      request: { ...recording.request, url },
      response: { status: 200, headers: {}, body: { json: { input_tokens: 9 } } },
    }
    const passedOver: string[] = []
    const other = createTranscodingAnswerer({ target, registry, onUnreadable: (id) => passedOver.push(id) })
    other.add(count, { id: 'count', load: async () => count })
    expect(passedOver).toEqual(['weather'])
  })
})
