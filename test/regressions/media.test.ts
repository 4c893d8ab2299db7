import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { Conversation, MediaPart, Message, Part } from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { adapters } from '../support/adapters.js'
import { translated } from '../support/pair.js'
import { encodeFor } from '../support/translation.js'
import { ALL, CHAT, chat, GENERATE, generate, MESSAGES, RESPONSES } from './bodies.js'

const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

function base64(bytes: readonly number[] | string): string {
  return btoa(typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes))
}

function data(kind: MediaPart['kind'], mediaType: string | undefined, bytes = 'some bytes'): MediaPart {
  const source = { type: 'data', data: base64(bytes) } as const
  return mediaType === undefined
    ? { type: 'media', kind, source }
    : { type: 'media', kind, mediaType, source }
}

function inUserMessage(...parts: Part[]): Conversation {
  return { model: 'm', maxOutputTokens: 100, messages: [{ role: 'user', parts }] }
}

function inResult(...value: MediaPart[]): Conversation {
  const call = {
    type: 'tool-call',
    id: 'a',
    name: 'f',
    kind: 'function',
    status: 'complete',
    arguments: {},
    providerExecuted: false,
  } as const
  const output = { type: 'content', value } as const
  const result = {
    type: 'tool-result',
    callId: 'a',
    name: 'f',
    output,
    isError: false,
    providerExecuted: false,
  } as const
  const messages: Message[] = [
    { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [result] },
  ]
  return { model: 'm', maxOutputTokens: 100, messages }
}

function mediaIn({ messages }: Conversation): MediaPart[] {
  const parts = messages.flatMap((message) => message.parts)
  const inner = parts.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : [],
  )
  return [...parts, ...inner].filter((part) => part.type === 'media')
}

/** Media that each wire rejects. The sources are in the README and the limits of each adapter. */
const REFUSED: Readonly<Record<string, readonly (readonly [MediaPart['kind'], string | undefined])[]>> = {
  [MESSAGES]: [
    ['image', 'image/heic'],
    ['image', 'image/tiff'],
    ['file', OFFICE],
    ['file', 'application/zip'],
    ['image', undefined],
    ['file', undefined],
    ['audio', 'audio/wav'],
  ],
  [CHAT]: [
    ['image', 'image/tiff'],
    ['image', undefined],
    ['audio', undefined],
    ['audio', 'audio/ogg'],
    ['file', undefined],
    ['file', OFFICE],
    ['file', 'application/zip'],
  ],
  [RESPONSES]: [
    ['image', 'image/heic'],
    ['image', 'image/tiff'],
    ['image', undefined],
    ['file', undefined],
    ['file', 'application/zip'],
    ['audio', 'audio/mpeg'],
  ],
  [GENERATE]: [
    ['image', 'image/tiff'],
    ['image', undefined],
    ['audio', undefined],
    ['file', undefined],
    ['file', OFFICE],
    ['file', 'application/zip'],
  ],
}

const wires = adapters.filter(({ wire }) => ALL.includes(wire))

describe.each(wires)('media for $wire', (target) => {
  const { limits } = target.adapter.codecs

  test.each(REFUSED[target.wire] ?? [])(
    '%s of type %s: a text and a warning take its place',
    (kind, mediaType) => {
      for (const conversation of [inUserMessage(data(kind, mediaType)), inResult(data(kind, mediaType))]) {
        const fitted = fit(conversation, target.adapter.codecs)
        expect(mediaIn(fitted.conversation)).toEqual([])
        expect(fitted.notices).toContainEqual(
          expect.objectContaining({ code: 'media-dropped', severity: 'warning' }),
        )
      }
    },
  )

  test('a type determined by the first bytes is written; its common name is used', () => {
    const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]
    const untyped: MediaPart = { type: 'media', kind: 'file', source: { type: 'data', data: base64(png) } }
    const octets: MediaPart = { ...untyped, mediaType: 'application/octet-stream' }
    const jpg = data('image', 'image/jpg')
    const { conversation, notices } = fit(inUserMessage(untyped, octets, jpg), target.adapter.codecs)
    expect(mediaIn(conversation).map(({ kind, mediaType }) => [kind, mediaType])).toEqual([
      ['image', 'image/png'],
      ['image', 'image/png'],
      ['image', 'image/jpeg'],
    ])
    expect(notices.map(({ code }) => code)).toEqual(Array(3).fill('media-normalized'))
  })

  test('a JSON file arrives with all it holds', () => {
    const { value } = encodeFor(inUserMessage(data('file', 'application/json', '{"a":1}')), target)
    const body = JSON.stringify(value)
    expect(body.includes('{\\"a\\":1}') || body.includes(base64('{"a":1}'))).toBe(true)
    expect(body.includes('"application/json"')).toBe(false)
  })

  test('only media within the limits are sent, and none are lost without a notice', () => {
    const types = fc.constantFrom(
      ...['image/png', 'image/heic', 'IMAGE/JPEG', 'image/svg+xml', 'image/png; charset=binary', 'audio/mp3'],
      ...['audio/x-wav', 'audio/ogg', 'video/mp4', 'application/pdf', 'application/zip', OFFICE, 'text/csv'],
      ...['text/plain; charset=utf-8', 'application/json', 'application/octet-stream', '', undefined],
    )
    const kinds = fc.constantFrom<MediaPart['kind'][]>('image', 'audio', 'video', 'file')
    const texts = fc.constantFrom('plain text', '%PDF-1.7', 'GIF89a..', 'ÿØÿ', '')
    const media = fc.tuple(kinds, types, texts).map((fields) => data(...fields))
    const link = fc.tuple(kinds, types).map(([kind, mediaType]): MediaPart => {
      const source = { type: 'url', url: 'https://example.com/a' } as const
      return mediaType === undefined
        ? { type: 'media', kind, source }
        : { type: 'media', kind, mediaType, source }
    })
    fc.assert(
      fc.property(fc.oneof(media, link), fc.boolean(), (part, isResult) => {
        const fitted = fit(isResult ? inResult(part) : inUserMessage(part), target.adapter.codecs)
        const [sent] = mediaIn(fitted.conversation)
        if (sent !== part) expect(fitted.notices).not.toEqual([])
        if (sent === undefined || sent.source.type === 'text') return
        const allowed = limits.mediaLimits?.[sent.kind]?.types
        const type = sent.mediaType?.split(';')[0]
        if (allowed === undefined || (type === undefined && sent.source.type === 'url')) return
        expect(
          allowed.some(
            (name) => name === type || (name.endsWith('/*') && type?.startsWith(name.slice(0, -1))),
          ),
        ).toBe(true)
        expect(fit(fitted.conversation, target.adapter.codecs).conversation).toBe(fitted.conversation)
      }),
      { numRuns: 500 },
    )
  })
})

describe('base64 in the URL-safe alphabet, which Google takes', () => {
  const pdf = `%PDF-1.7 ${String.fromCharCode(0xfb, 0xff, 0xfe, 0x3e, 0x3f)}`
  const standard = btoa(pdf)
  const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const request = (place: 'user' | 'result'): JsonObject => {
    const inlineData = { mimeType: 'application/pdf', data: urlSafe }
    if (place === 'user') return generate([{ role: 'user', parts: [{ inlineData }] }])
    const response = { functionResponse: { name: 'read_file', response: {}, parts: [{ inlineData }] } }
    return generate([
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read_file', args: {} } }] },
      { role: 'user', parts: [response] },
    ])
  }

  test.each([MESSAGES, CHAT, RESPONSES])('is standard base64 on %s', (to) => {
    expect(urlSafe).not.toBe(standard)
    for (const place of ['user', 'result'] as const) {
      const { body, codes } = translated(request(place), GENERATE, to)
      expect(JSON.stringify(body)).toContain(standard)
      expect(JSON.stringify(body)).not.toContain(urlSafe)
      expect(codes).toContain('media-normalized')
    }
  })

  test('is unchanged on its own wire', () => {
    expect(JSON.stringify(translated(request('result'), GENERATE, GENERATE).body)).toContain(`"${urlSafe}"`)
  })
})

test('audio of Chat without a format is read from its bytes, or a warning names it', () => {
  const audio = (bytes: string): JsonValue => ({ type: 'input_audio', input_audio: { data: btoa(bytes) } })
  const request = (bytes: string) => chat([{ role: 'user', content: [audio(bytes)] }])
  const wav = translated(request('RIFF....WAVEfmt '), CHAT, GENERATE)
  expect(JSON.stringify(wav.body)).toContain('"mimeType":"audio/wav"')
  expect(translated(request('no audio at all'), CHAT, GENERATE).codes).toContain('media-dropped')
})
