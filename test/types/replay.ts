/*
 * Compiled, never run: the official SDKs accept the fetch of recorders, replays and cassettes without a cast.
 */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect } from 'vitest'
import { createRecorder, createReplay, type ExchangeSink } from '../../src/traffic/replay/index.js'
import { useCassette } from '../../testing.js'

export async function clients(sink: ExchangeSink) {
  const replay = await createReplay({ from: 'fixtures/weather.cassette' })
  const recorder = createRecorder({ sink, fetch: globalThis.fetch })
  await using cassette = await useCassette('weather')
  const answer: number = await useCassette('weather', async ({ fetch }) =>
    fetch === globalThis.fetch ? 1 : 2,
  )
  expect([]).not.toHaveToolCall('get_weather', { city: expect.any(String) })
  return [
    answer,
    new OpenAI({ fetch: replay.fetch }),
    new OpenAI({ fetch: recorder.fetch }),
    new Anthropic({ fetch: cassette.fetch }),
    await createReplay({ from: 'fixtures', fetch: globalThis.fetch }),
  ]
}
