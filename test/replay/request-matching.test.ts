import { describe, expect, test } from 'vitest'
import { translateRequest } from '../../src/adapter/translate.js'
import { asJson, expectObject } from '../../src/json/read.js'
import { createTranscodingAnswerer } from '../../src/replay/answer.js'
import type { RecordedExchange } from '../../src/replay/exchange.js'
import { describeMiss } from '../../src/replay/recordings.js'
import { adapters, registry } from '../support/adapters.js'
import { exchangesOf, hasCorpus } from '../support/exchanges.js'
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
    for (const { wire: targetWire, adapter: to } of adapters.filter((other) => other.wire !== wire)) {
      test(`${wire} as ${targetWire}`, async () => {
        expect(recordings.length).toBeGreaterThan(hasCorpus ? 100 : 10)
        const problems: string[] = []
        for (const recording of recordings) {
          const { body } = recording.request
          if (body === undefined || !('json' in body)) continue
          const { value } = translateRequest(expectObject(body.json, ''), {
            from,
            to,
            model: 'm',
            maxOutputTokens: 100,
          })
          const problem = await find(recording, expectObject(asJson(value), ''))
          if (problem !== undefined) problems.push(`${recording.id}: ${problem}`)
        }
        const more = problems.length > 25 ? [`… and ${problems.length - 25} more`] : []
        expect([...problems.slice(0, 25), ...more], `of ${recordings.length} requests`).toEqual([])

        async function find(recording: RecordedExchange, request: ReturnType<typeof expectObject>) {
          const answerer = createTranscodingAnswerer({ target: to, registry })
          for (const each of [recording, ...recordings.slice(0, 3)])
            answerer.add(each, { id: each.id, load: async () => each })
          const { request: received } = recordingOf('', targetWire, request, {
            status: 200,
            body: { text: '' },
            streams: false,
          })
          const answered = await answerer.answer(received, {})
          return 'miss' in answered ? describeMiss(answered.miss) : undefined
        }
      })
    }
  }
})
