import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../src/codec/wire/contract.js'
import { type Exchange, recognise } from '../../src/translate/exchange/registry.js'
import { adapters } from '../support/adapters.js'

function sign(place: Evidence['in'], score: number, key: string): Evidence {
  return { in: place, score, reason: `${key} in ${place}`, test: (body) => key in body }
}

const EVIDENCE: readonly Evidence[] = [
  sign('request', 0.3, 'messages'),
  sign('request', 0.7, 'system'),
  sign('response', 0.9, 'content'),
  sign('event', 0.8, 'delta'),
  sign('answer', 0.2, 'error'),
]

describe('the best sign counts, at any position of the list,', () => {
  test.each<[string, Exchange, string, number]>([
    ['of several in one body', { request: { messages: [], system: '' } }, 'system in request', 0.7],
    [
      'of the answer, where it says more',
      { request: { system: '' }, response: { content: [] } },
      'content in response',
      0.9,
    ],
    [
      'of the request, where it says more',
      { request: { system: '' }, response: { error: {} } },
      'system in request',
      0.7,
    ],
    ['of any event', { stream: [1, { other: 1 }, { delta: {} }] }, 'delta in event', 0.8],
    ['that is looked for in whole answers and events', { stream: [{ error: {} }] }, 'error in answer', 0.2],
    ['in its own place only', { request: { delta: {}, content: [] } }, 'nothing of this wire', 0],
  ])('%s', (_, exchange, reason, score) => {
    expect(recognise(EVIDENCE, exchange)).toMatchObject({ reason, score })
    expect(recognise(EVIDENCE.toReversed(), exchange)).toMatchObject({ reason, score })
  })
})

test('a request that many wires could have sent does not decide against an answer of another', () => {
  expect(recognise(EVIDENCE, { request: { messages: [] } }).score).toBe(0.3)
  expect(recognise(EVIDENCE, { request: { messages: [] }, response: { other: 1 } }).score).toBe(0)
  expect(recognise(EVIDENCE, { request: { messages: [] }, stream: [{ other: 1 }] }).score).toBe(0)
  expect(recognise(EVIDENCE, { request: { system: '' }, response: { other: 1 } }).score).toBe(0.7)
})

test.each(adapters.map(({ adapter }) => adapter))('$id states signs with a place and a weight', (adapter) => {
  const { evidence } = adapter.codecs
  for (const { score, reason } of evidence) {
    expect(score).toBeGreaterThan(0)
    expect(score).toBeLessThanOrEqual(1)
    expect(reason).not.toBe('')
  }
  expect(evidence.some((one) => one.in === 'request')).toBe(true)
})
