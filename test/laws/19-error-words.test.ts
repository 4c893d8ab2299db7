import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'
import { adapters, type LoadedAdapter } from '../support/adapters.js'
import { ERROR_FORMS, ERROR_LISTS, WORDS } from '../support/error-forms.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, forEachPair } from '../support/law.js'
import { asFrames, framesOf, textOf } from '../support/streams.js'

const FORMS: readonly (readonly [seen: string, body: JsonValue])[] = [
  ...ERROR_FORMS.map(([seen, body]) => [seen, body] as const),
  ...ERROR_LISTS,
]

/** Returns an error body instead of a stream, in the wire's framing. */
function alone({ adapter }: LoadedAdapter, body: JsonValue): string {
  return textOf(adapter, asFrames([body]))
}

function isSse({ adapter }: LoadedAdapter): boolean {
  return /event-stream/.test(adapter.codecs.stream.framing.contentType)
}

/** Returns the problem of an answer that must be the error. */
function problem(seen: string, { error, finish }: ModelResponse): string | undefined {
  if (error?.message.includes(WORDS) !== true) return `${seen}: ${error?.message}`
  return finish.reason === 'error' || finish.reason === 'other' ? undefined : `${seen}: ${finish.reason}`
}

async function judge(run: (seen: string, body: JsonValue) => Promise<ModelResponse>): Promise<void> {
  const problems: (string | undefined)[] = []
  for (const [seen, body] of FORMS)
    problems.push(
      await run(seen, body).then(
        (answer) => problem(seen, answer),
        (thrown) => `${seen}: ${thrown}`,
      ),
    )
  expect(problems.filter((each) => each !== undefined)).toEqual([])
}

/** Returns the first half of the longest stream of the wire. */
function begun({ adapter, wire }: LoadedAdapter): string | undefined {
  const streams = exchangesOf(wire).flatMap(({ stream }) => stream ?? [])
  const [longest] = streams.sort((one, other) => other.length - one.length)
  if (longest === undefined) return undefined
  const frames = framesOf(adapter, longest)
  return textOf(adapter, frames.slice(0, Math.ceil(Math.min(frames.length, 30) / 2)))
}

describe('law C: the words of a failure arrive', () => {
  forEachAdapter('in a complete body', ['http'], async ({ adapter }) => {
    await judge(async (_seen, body) =>
      Array.isArray(body)
        ? adapter.decodeResponse(JSON.stringify(body)).value
        : adapter.decodeResponse(Object(body)).value,
    )
  })

  forEachAdapter('in a body that goes back unchanged to its own wire', ['http'], ({ adapter, wire }) => {
    const problems = ERROR_FORMS.flatMap(([seen, body]) => {
      const again = adapter.encodeResponse(adapter.decodeResponse(body).value).value
      return JSON.stringify(again) === JSON.stringify(body) ? [] : [`${seen}: ${JSON.stringify(again)}`]
    })
    // Sockets never send these forms.
    if (wire !== 'openai-realtime' && wire !== 'google-live') expect(problems).toEqual([])
  })

  forEachAdapter('as the only event of a stream', ['http'], async (loaded) => {
    if (!/json|event-stream/.test(loaded.adapter.codecs.stream.framing.contentType)) return
    await judge((_seen, body) => loaded.adapter.collect([alone(loaded, body)]))
  })

  forEachAdapter('as an event named error', ['http'], async (loaded) => {
    if (!isSse(loaded)) return
    await judge((_seen, body) =>
      loaded.adapter.collect([`event: error\ndata: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`]),
    )
    const text = await loaded.adapter.collect([`event: error\ndata: ${WORDS}\n\n`])
    expect(text.error?.message).toBe(WORDS)
  })

  forEachAdapter('in the middle of a stream', ['http'], async (loaded) => {
    const before = begun(loaded)
    if (before === undefined || !/json|event-stream/.test(loaded.adapter.codecs.stream.framing.contentType))
      return
    await judge((_seen, body) => loaded.adapter.collect([before + alone(loaded, body)]))
  })

  forEachAdapter('with an HTTP status', ['http'], async ({ adapter }) => {
    const refused = (body: string) => adapter.collect(new Response(body, { status: 400 }))
    await judge((_seen, body) => refused(JSON.stringify(body)))
    for (const body of [
      WORDS,
      `<html><head><title>${WORDS}</title></head><body>x</body></html>`,
      `event: error\ndata: ${JSON.stringify(ERROR_FORMS[0]?.[1])}\n\n`,
    ])
      expect((await refused(body)).error).toMatchObject({
        message: expect.stringContaining(WORDS),
        status: 400,
      })
  })

  forEachAdapter('attached to what an SDK throws', ['http'], async ({ adapter }) => {
    await judge((_seen, body) =>
      adapter.collect(Object.assign(new Error('400'), { status: 400, error: body })),
    )
    await judge((_seen, body) =>
      adapter.collect(Object.assign(new Error('400'), { body: JSON.stringify(body) })),
    )
  })

  forEachPair('translated, complete', ['http'], async (from, to) => {
    await judge(async (_seen, body) => {
      if (Array.isArray(body)) return from.adapter.decodeResponse(JSON.stringify(body)).value
      const { value } = translateResponse(Object(body), { from: from.adapter, to: to.adapter })
      return to.adapter.decodeResponse(value).value
    })
  })

  forEachPair('translated, streamed', ['http'], async (from, to) => {
    if (!/json|event-stream/.test(from.adapter.codecs.stream.framing.contentType)) return
    const before = begun(from) ?? ''
    await judge(async (_seen, body) => {
      const frames: (string | Uint8Array)[] = []
      const source = [before + alone(from, body)]
      for await (const frame of translateStream(source, { from: from.adapter, to: to.adapter }))
        frames.push(frame)
      return to.adapter.collect(frames)
    })
  })
})

test('every form has its code', () => {
  const chat = adapters.find(({ wire }) => wire === 'openai-chat')
  const codes = ERROR_FORMS.map(([seen, body]) => [
    seen,
    chat?.adapter.decodeResponse(body).value.error?.code,
  ])
  const google = (seen: string, code: string | undefined) => (seen === 'Google' ? '400' : code)
  expect(codes).toEqual(ERROR_FORMS.map(([seen, , code]) => [seen, google(seen, code)]))
})
