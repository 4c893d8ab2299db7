import { describe, expect, test } from 'vitest'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import { createContext } from '../../src/base/model/context.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { allFixtures } from '../support/exchanges.js'

const { codecs } = openaiRealtime

function streamOf(name: string): string {
  return allFixtures.find(({ id }) => id === `openai-realtime/${name}`)?.stream ?? ''
}

describe('a record of several turns', () => {
  const [call, said] = [streamOf('single-call'), streamOf('text-only')]

  test('reads as one answer with all parts and the end of the last', () => {
    const response = assembleStream([call + said], codecs, createContext('openai-realtime'))
    expect(response.message.parts.map(({ type }) => type)).toEqual(['tool-call', 'text'])
    expect(response.finish.reason).toBe('stop')
    expect(response.usage?.outputTokens).toBe(40)
  })

  test('is cut where the last turn is', () => {
    const cut = said.split('\n').slice(0, -3).join('\n')
    const response = assembleStream([call + cut], codecs, createContext('openai-realtime'))
    expect(response.finish.reason).toBe('error')
    expect(response.error?.code).toBe('stream-cut')
  })
})

test('an error about something else than the answer does not end it', () => {
  const beside = {
    type: 'error',
    error: { code: 'response_cancel_not_active', message: 'no active response' },
  }
  const context = createContext('openai-realtime')
  const response = assembleStream([`${JSON.stringify(beside)}\n${streamOf('text-only')}`], codecs, context)
  expect(response.error).toBeUndefined()
  expect(context.notices.map(({ code }) => code)).toEqual(['error-beside-answer'])
})

test('any other error between the answers is a turn', () => {
  const refused = { type: 'error', event_id: 'e', error: { code: 'invalid_value', message: 'no' } }
  const response = assembleStream([`${JSON.stringify(refused)}\n`], codecs, createContext('openai-realtime'))
  expect(response).toMatchObject({ finish: { reason: 'error' }, error: { code: 'invalid_value' } })
})
