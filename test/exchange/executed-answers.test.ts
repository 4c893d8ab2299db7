import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { translateResponse, writeAnswer } from '../../src/translate/exchange/translate-answer.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import { adapterOf, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { forEachPair, holdsFor } from '../support/law.js'
import { pick } from '../support/pair.js'
import { textIn } from '../support/parts.js'
import { eventsOf } from '../support/streams.js'
import { deepFreeze } from '../support/values.js'

/** The answer that a client decodes, and the notices of its translation. */
interface Reading {
  readonly way: string
  readonly read: ModelResponse
  readonly notices: readonly Notice[]
}

/**
 * Returns the readings of a complete answer and of a stream, each in the complete and the streamed form of
 * the target.
 */
function readings({ response, stream }: Exchange, from: Adapter, to: Adapter): Reading[] {
  return [
    ...(response === undefined ? [] : written(from.decodeResponse(response).value, from, to, 'whole')),
    ...(stream === undefined ? [] : [live(stream, from, to)]),
    ...(stream === undefined ? [] : written(assemble(eventsOf(from, [stream]), from.id), from, to, 'stream')),
  ]
}

function written(answer: ModelResponse, from: Adapter, to: Adapter, way: string): Reading[] {
  return [false, true].map((streams) => {
    const out = writeAnswer(answer, { from, to, streams })
    const read =
      'frames' in out
        ? assemble(eventsOf(to, out.frames), to.id)
        : to.decodeResponse(JSON.parse(out.text)).value
    return { way: `${way} as ${streams ? 'stream' : 'whole'}`, read, notices: out.notices }
  })
}

function live(stream: string, from: Adapter, to: Adapter): Reading {
  const translator = createStreamTranslator(
    from,
    to,
    new EventReader(from.codecs.stream, createContext(from.id)),
  )
  const frames: (string | Uint8Array)[] = []
  translator.push(stream, frames)
  translator.finish(frames)
  return { way: 'live', read: assemble(eventsOf(to, frames), to.id), notices: translator.notices }
}

/** If a wire has only one text, a blank line replaces the client's call between two texts. */
function words(response: ModelResponse): string {
  return textIn(response).replaceAll('\n\n', '')
}

function isExecuted(part: Part): boolean {
  return (part.type === 'tool-call' || part.type === 'tool-result') && part.providerExecuted
}

function executedIn({ message }: ModelResponse): readonly Part[] {
  return message.parts.filter(isExecuted)
}

function sourceOf({ response, stream }: Exchange, from: Adapter): ModelResponse | undefined {
  if (response !== undefined) return from.decodeResponse(response).value
  return stream === undefined ? undefined : assemble(eventsOf(from, [stream]), from.id)
}

describe('in an answer, provider-executed calls never become text of the model', () => {
  /** By wire, the recordings with provider-run calls, and their decoded answers. */
  const ran = new Map<string, (Exchange & { readonly source: ModelResponse })[]>()

  function ranOf({ wire, adapter }: LoadedAdapter) {
    const known = ran.get(wire)
    if (known !== undefined) return known
    const found = exchangesOf(wire).flatMap((exchange) => {
      const source = sourceOf(exchange, adapter)
      const isMeant = source !== undefined && source.error === undefined && executedIn(source).length > 0
      return isMeant ? [{ ...exchange, source: deepFreeze(source) }] : []
    })
    ran.set(wire, found)
    return found
  }

  forEachPair('of every recording, whole and streamed', ['encoder'], (from, to) => {
    holdsFor(someOf(ranOf(from)), ({ source, ...exchange }) => {
      const left = executedIn(source).length
      return readings(exchange, from.adapter, to.adapter).flatMap(({ way, read, notices }) => {
        if (words(read) !== words(source)) return `${way}: ${textIn(read).slice(0, 200)}`
        const dropped = notices.filter(({ code }) => code === 'provider-executed-dropped')
        const isSaid = dropped.every(({ severity }) => severity === 'warning')
        const kept = executedIn(read).length
        return isSaid && dropped.length + kept >= left
          ? []
          : `${way}: of ${left} parts ${kept} are kept, and ${dropped.length} are named as left out`
      })
    })
  })
})

const chat = adapterOf('openai-chat').adapter
const google = adapterOf('google-generate-content').adapter
const ANSWER = '{"winner":"Pogačar"}'
const SEARCHED: JsonObject = {
  role: 'model',
  parts: [
    { toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['tour'] } } },
    {
      toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: { search_suggestions: '<style>' } },
    },
    { text: ANSWER },
  ],
}
const BODY: JsonObject = { candidates: [{ content: SEARCHED, finishReason: 'STOP' }] }

const SEARCHES: Readonly<Record<string, JsonObject>> = {
  'google-generate-content': BODY,
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'tour' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          { type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'E' },
        ],
      },
      { type: 'text', text: ANSWER },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}

describe('a search that another provider ran is one of the client, if its provider has such calls', () => {
  const responses = adapterOf('openai-responses').adapter
  for (const [wire, response] of Object.entries(SEARCHES))
    test(`${wire}, complete and streamed, for a Responses client`, () => {
      const from = adapterOf(wire).adapter
      const own = writeAnswer(from.decodeResponse(response).value, { from, to: from, streams: true })
      const stream = 'frames' in own ? own.frames.join('') : ''
      for (const { way, read, notices } of readings(
        { id: wire, wire, status: 200, response, stream },
        from,
        responses,
      )) {
        const output = pick(asJson(responses.encodeResponse(read).value), 'output')
        expect(output, way).toMatchObject([
          {
            type: 'web_search_call',
            id: expect.stringMatching(/^ws_/),
            status: 'completed',
            action: { type: 'search', query: 'tour', queries: ['tour'] },
          },
          { type: 'message', content: [{ text: ANSWER }] },
        ])
        const told = notices.filter(({ code }) => code.startsWith('provider-executed'))
        expect(told, way).toMatchObject([
          { code: 'provider-executed-as-hosted', severity: 'info', path: '/message/parts/0' },
        ])
      }
    })

  test('a caller that requests text gets text', () => {
    const { value } = translateResponse(BODY, { from: google, to: responses, providerExecuted: 'narrate' })
    expect(JSON.stringify(value)).not.toContain('web_search_call')
  })
})

describe('a search of Gemini, for a Chat client', () => {
  const contentOf = (value: unknown) => pick(asJson(value), 'choices', 0, 'message', 'content')

  test('an answer in JSON stays JSON, and a warning names the omitted data', () => {
    const { value, notices } = translateResponse(BODY, { from: google, to: chat })
    expect(contentOf(value)).toBe(ANSWER)
    const message = expect.stringContaining('GOOGLE_SEARCH_WEB')
    expect(notices.filter(({ code }) => code === 'provider-executed-dropped')).toMatchObject([
      { severity: 'warning', path: '/message/parts/0', message },
      { severity: 'warning', path: '/message/parts/1', message },
    ])
  })

  test('a named policy is respected', () => {
    const { value } = translateResponse(BODY, { from: google, to: chat, providerExecuted: 'narrate' })
    expect(contentOf(value)).toMatch(/^\(The tool GOOGLE_SEARCH_WEB was run with/)
  })

  test('a history still contains it: a model reads that', () => {
    const contents = [{ role: 'user', parts: [{ text: 'Who won?' }] }, SEARCHED]
    const { value } = translateRequest({ contents }, { from: google, to: chat, model: 'm' })
    expect(JSON.stringify(value)).toContain('The tool GOOGLE_SEARCH_WEB was run with')
  })
})
