import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { writeAnswer } from '../../src/translate/exchange/translate-answer.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { forEachPair, holdsFor } from '../support/law.js'
import { eventsOf, parsedEvents } from '../support/streams.js'

const URL_A = 'https://a.example/one'
const URL_B = 'https://b.example/two'
const BEFORE = 'Wörter 🎉 zuvor. '
const CITED = 'Es regnet – oft.'
const TEXT = BEFORE + CITED
const bytes = (text: string) => new TextEncoder().encode(text).length

/** Answers in which CITED is supported by two pages, in the form of each provider. */
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text: BEFORE },
      {
        type: 'text',
        text: CITED,
        citations: [
          {
            type: 'web_search_result_location',
            url: URL_A,
            title: 'One',
            cited_text: 'c',
            encrypted_index: 'Eo8B',
          },
          {
            type: 'search_result_location',
            source: URL_B,
            title: 'Two',
            cited_text: 'c',
            search_result_index: 0,
            start_block_index: 0,
            end_block_index: 1,
          },
        ],
      },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  'bedrock-converse': {
    output: {
      message: {
        role: 'assistant',
        content: [
          { text: BEFORE },
          {
            citationsContent: {
              content: [{ text: CITED }],
              citations: [
                { title: 'One', location: { web: { url: URL_A, domain: 'a.example' } } },
                { title: 'Two', source: URL_B, location: { searchResultLocation: { searchResultIndex: 0 } } },
              ],
            },
          },
        ],
      },
    },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  },
  'cohere-chat': {
    id: 'a',
    finish_reason: 'COMPLETE',
    message: {
      role: 'assistant',
      content: [{ type: 'text', text: TEXT }],
      citations: [page(URL_A, 'One'), page(URL_B, 'Two')],
    },
  },
  'google-generate-content': {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: TEXT }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['q'],
          groundingChunks: [{ web: { uri: URL_A, title: 'One' } }, { web: { uri: URL_B, title: 'Two' } }],
          groundingSupports: [
            {
              segment: { startIndex: bytes(BEFORE), endIndex: bytes(TEXT), text: CITED },
              groundingChunkIndices: [0, 1],
            },
          ],
        },
      },
    ],
  },
  'google-interactions': {
    id: 'v1_1',
    object: 'interaction',
    status: 'completed',
    model: 'm',
    steps: [
      {
        type: 'model_output',
        content: [
          {
            type: 'text',
            text: TEXT,
            annotations: [inBytes(URL_A, 'One'), inBytes(URL_B, 'Two')],
          },
        ],
      },
    ],
  },
  'openai-chat': {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: {
          role: 'assistant',
          content: TEXT,
          refusal: null,
          annotations: [
            { type: 'url_citation', url_citation: citation(URL_A, 'One') },
            { type: 'url_citation', url_citation: citation(URL_B, 'Two') },
          ],
        },
      },
    ],
  },
  'openai-responses': {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          {
            type: 'output_text',
            text: TEXT,
            annotations: [
              { type: 'url_citation', ...citation(URL_A, 'One') },
              { type: 'url_citation', ...citation(URL_B, 'Two') },
            ],
          },
        ],
      },
    ],
  },
}

function citation(url: string, title: string): JsonObject {
  return { url, title, start_index: BEFORE.length, end_index: TEXT.length }
}

function page(url: string, title: string): JsonObject {
  const sources = [{ type: 'document', id: title, document: { id: title, title, url } }]
  return { start: BEFORE.length, end: TEXT.length, text: CITED, sources, type: 'TEXT_CONTENT' }
}

function inBytes(url: string, title: string): JsonObject {
  return { type: 'url_citation', url, title, start_index: bytes(BEFORE), end_index: bytes(TEXT) }
}

/** The citations in an answer of each wire that supports them: URL, title and the cited words. */
const SAID: Readonly<Record<string, (body: JsonObject) => unknown[]>> = {
  'openai-chat': (body) => {
    const [message] = objects(body, 'message')
    return objects(body, 'url_citation').map((each) => said(each, String(message?.content)))
  },
  'openai-responses': (body) =>
    objects(body, 'content').flatMap((part) =>
      objects(part, 'annotations').map((each) => said(each, String(part.text))),
    ),
  'google-interactions': (body) =>
    objects(body, 'content').flatMap((part) =>
      objects(part, 'annotations').map(({ url, title, start_index, end_index }) => {
        const segment = { startIndex: start_index ?? 0, endIndex: end_index ?? 0 }
        return [url, title, sliceBytes(String(part.text), segment)]
      }),
    ),
  'bedrock-converse': (body) =>
    objects(body, 'citationsContent').flatMap(({ content, citations }) =>
      objects({ citations: citations ?? [] }, 'citations').map(({ title, location }) => [
        objects({ location: location ?? null }, 'web')[0]?.url,
        title,
        objects({ content: content ?? [] }, 'content')[0]?.text,
      ]),
    ),
  'cohere-chat': (body) =>
    objects(body, 'citations').flatMap((each) => {
      const block = objects(body, 'content')[Number(each.content_index)]
      const words = String(block?.text).slice(Number(each.start), Number(each.end))
      expect(each.text).toBe(words)
      return objects(each, 'document').map(({ url, title }) => [url, title, words])
    }),
  'google-generate-content': (body) => {
    const chunks = objects(body, 'web')
    return objects(body, 'groundingSupports').flatMap(({ segment, groundingChunkIndices }) =>
      (isArray(groundingChunkIndices) ? groundingChunkIndices : []).map((index) => {
        const { uri, title } = chunks[Number(index)] ?? {}
        return [uri, title, sliceBytes(TEXT, segment)]
      }),
    )
  },
}

function said({ url, title, start_index, end_index }: JsonObject, text: string): unknown[] {
  return [url, title, text.slice(Number(start_index), Number(end_index))]
}

function sliceBytes(text: string, segment: JsonValue | undefined): string {
  const { startIndex, endIndex, partIndex } = isObject(segment) ? segment : {}
  const whole = new TextEncoder().encode(partIndex === 1 ? CITED : text)
  return new TextDecoder().decode(whole.slice(Number(startIndex ?? 0), Number(endIndex)))
}

/** Returns every object under this key, or in a list under this key, at any depth of a value. */
function objects(value: JsonValue | undefined, key: string): JsonObject[] {
  if (isArray(value)) return value.flatMap((item) => objects(item, key))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member].flat().filter(isObject) : []),
    ...objects(member, key),
  ])
}

interface Told {
  readonly way: string
  readonly body: JsonObject
  readonly notices: readonly Notice[]
}

/**
 * Returns an answer in the forms of the target: complete, streamed and live. Streams are decoded and encoded
 * as the target's complete answer.
 */
function tellings(
  { response, stream }: Pick<Exchange, 'response' | 'stream'>,
  from: Adapter,
  to: Adapter,
): Told[] {
  const whole = response && from.decodeResponse(response).value
  if (whole?.error !== undefined) return []
  return [
    ...(whole === undefined ? [] : [false, true].map((streams) => written(whole, from, to, streams))),
    ...(stream === undefined ? [] : [live(stream, from, to)]),
  ]
}

function written(
  answer: Parameters<typeof writeAnswer>[0],
  from: Adapter,
  to: Adapter,
  streams: boolean,
): Told {
  const out = writeAnswer(answer, { from, to, streams })
  const way = streams ? 'as a stream' : 'whole'
  const body: JsonObject = 'frames' in out ? assembled(out.frames, to) : JSON.parse(out.text)
  return { way, body, notices: out.notices }
}

function live(
  stream: string,
  from: Adapter,
  to: Adapter,
): Told & { readonly frames: readonly (string | Uint8Array)[] } {
  const reader = new EventReader(from.codecs.stream, createContext(from.id))
  const translator = createStreamTranslator(from, to, reader)
  const frames: (string | Uint8Array)[] = []
  translator.push(stream, frames)
  translator.finish(frames)
  return { way: 'live', body: assembled(frames, to), notices: translator.notices, frames }
}

function assembled(frames: readonly (string | Uint8Array)[], to: Adapter): JsonObject {
  return to.codecs.response.encode(assemble(eventsOf(to, frames), to.id), createContext(to.id))
}

/** Returns the same answer as a stream of its provider. */
function streamed(response: JsonObject, from: Adapter): string | undefined {
  const out = writeAnswer(from.decodeResponse(response).value, { from, to: from, streams: true })
  if (!('frames' in out) || out.frames.some((frame) => typeof frame !== 'string')) return undefined
  return out.frames.join('')
}

describe('citations of a text cross wires, with their title and the words that rest on them', () => {
  for (const [wire, response] of Object.entries(ANSWERS))
    for (const to of Object.keys(SAID))
      if (wire !== to)
        test(`${wire} to ${to}`, () => {
          const from = adapterOf(wire).adapter
          const stream = streamed(response, from)
          for (const { way, body, notices } of tellings({ response, stream }, from, adapterOf(to).adapter)) {
            const words = to === 'bedrock-converse' && !hasBlocks(wire) ? TEXT : CITED
            expect(SAID[to]?.(body), way).toEqual([
              [URL_A, 'One', words],
              [URL_B, 'Two', words],
            ])
            expect(notices.filter(({ code }) => code === 'source-dropped')).toEqual([])
          }
        })
})

/** Returns true if a wire cites with blocks that contain only the cited words. */
function hasBlocks(wire: string): boolean {
  return wire === 'anthropic-messages' || wire === 'bedrock-converse'
}

describe('unsupported content is reported', () => {
  for (const [wire, response] of Object.entries(ANSWERS))
    for (const to of ['anthropic-messages', 'mistral-chat'])
      if (wire !== to)
        test(`${wire} to ${to}: a warning for each page`, () => {
          const from = adapterOf(wire).adapter
          for (const { way, notices } of tellings({ response }, from, adapterOf(to).adapter))
            expect(
              notices.filter(({ code }) => code === 'source-dropped'),
              way,
            ).toMatchObject([
              {
                severity: 'warning',
                path: expect.stringMatching(/^\/(message|providerMetadata)/),
                message: expect.stringContaining(URL_A),
              },
              {
                severity: 'warning',
                path: expect.stringMatching(/^\/(message|providerMetadata)/),
                message: expect.stringContaining(URL_B),
              },
            ])
        })
})

test('if a call separates two texts, citations of the second one count the blank line between them', () => {
  const response: JsonObject = {
    ...ANSWERS['anthropic-messages'],
    content: [
      { type: 'text', text: 'First.' },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
      {
        type: 'text',
        text: CITED,
        citations: [{ type: 'web_search_result_location', url: URL_A, title: 'One' }],
      },
    ],
    stop_reason: 'tool_use',
  }
  const from = adapterOf('anthropic-messages').adapter
  const chat = adapterOf('openai-chat').adapter
  const [whole] = tellings({ response }, from, chat)
  expect(SAID['openai-chat']?.(whole?.body ?? {})).toEqual([[URL_A, 'One', CITED]])
  const chunks = parsedEvents(chat, live(streamed(response, from) ?? '', from, chat).frames.join(''))
  const content = chunks
    .flatMap((chunk) => objects(chunk, 'delta').map((delta) => delta.content ?? ''))
    .join('')
  expect(
    chunks.flatMap((chunk) => objects(chunk, 'url_citation').map((each) => said(each, content))),
  ).toEqual([[URL_A, 'One', CITED]])
})

test('a page that is cited twice is listed once, with the position of the first citation', () => {
  const one = { type: 'url_citation', ...citation(URL_A, 'One') }
  const text = { type: 'output_text', text: TEXT, annotations: [one, one] }
  const response = {
    ...ANSWERS['openai-responses'],
    output: [{ type: 'message', role: 'assistant', content: [text] }],
  }
  const from = adapterOf('openai-responses').adapter
  const [told] = tellings({ response }, from, adapterOf('anthropic-messages').adapter)
  expect(told?.notices.filter(({ code }) => code === 'source-dropped')).toMatchObject([
    { path: '/message/parts/0/providerMetadata/openai-responses/extra/annotations/0' },
  ])
})

const CITING = /^(citations|annotations?|groundingChunks|citationSources|url_citation)$/

/** Returns the URLs that an answer cites, at any position. */
function cited(value: JsonValue | undefined, isIn = false): string[] {
  if (isArray(value)) return value.flatMap((item) => cited(item, isIn))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member !== 'string') return cited(member, isIn || CITING.test(key))
    return isIn && /^(url|uri|source)$/.test(key) && member.startsWith('http') ? [member] : []
  })
}

describe('no address that an answer cites vanishes unsaid', () => {
  forEachPair('of every recording, whole and streamed', ['encoder', 'http'], (from, to) => {
    holdsFor(exchangesOf(from.wire), (exchange) => {
      const { response, stream } = exchange
      if (!/citation|grounding/i.test(JSON.stringify([response ?? null, stream ?? null]))) return undefined
      const whole = response ?? (stream === undefined ? undefined : assembled([stream], from.adapter))
      const urls = new Set(cited(whole))
      return tellings(exchange, from.adapter, to.adapter).flatMap(({ way, body, notices }) => {
        const text = JSON.stringify([body, notices.map(({ message }) => message)])
        return [...urls]
          .filter((url) => !text.includes(JSON.stringify(url).slice(1, -1)))
          .map((url) => `${way}: ${url}`)
      })
    })
  })
})

test('every wire of a provider with such answers is in the table', () => {
  const able = adapters
    .filter(({ adapter }) => adapter.codecs.citations?.written !== undefined)
    .map(({ wire }) => wire)
  expect(able.sort()).toEqual(Object.keys(SAID).sort())
})
