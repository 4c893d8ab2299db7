import { describe, expect, it } from 'vitest'
import {
  bodyBytes,
  bodyJson,
  bodyText,
  chunkBytes,
  recordBody,
  recordChunk,
} from '../../src/base/http/recorded-body.js'
import type { RecordedBody } from '../../src/base/http/recorded-exchange.js'
import { utf8 } from '../support/values.js'

const afterStorage = (body: RecordedBody | undefined) =>
  body && (JSON.parse(JSON.stringify(body)) as RecordedBody)

const JSON_TEXTS = {
  compact: '{"a":[1,"ü"],"b":null}',
  'compact with a line break': '{"a":1}\n',
  'indented by two': '{\n  "a": [\n    1\n  ]\n}',
  'indented by two with a line break': '{\n  "a": 1\n}\n',
  'a bare string': '"hello"',
  null: 'null',
}

const OTHER_TEXTS = {
  'indented by four': '{\n    "a": 1\n}',
  'spaces after colons': '{"a": 1}',
  'a number that a double changes': '{"a":12345678901234567890}',
  'a trailing zero': '{"a":1.0}',
  'an escape that need not be': '{"a":"\\u00fc\\/"}',
  'a duplicate key': '{"a":1,"a":2}',
  'Windows line ends': '{\r\n  "a": 1\r\n}',
  'an event stream': 'data: {"a":1}\n\ndata: [DONE]\n\n',
  'a byte order mark': '\ufeff{"a":1}',
  'a null character': 'a\0b',
}

describe('a body', () => {
  it.each(Object.entries(JSON_TEXTS))('is kept as JSON when that gives the same bytes: %s', (_name, text) => {
    const body = recordBody(utf8(text))
    expect(body).toHaveProperty('json', JSON.parse(text))
    expect(bodyBytes(afterStorage(body))).toEqual(utf8(text))
  })

  it.each(Object.entries(OTHER_TEXTS))('is kept as text when JSON would change it: %s', (_name, text) => {
    const body = recordBody(utf8(text))
    expect(body).toEqual({ text })
    expect(bodyBytes(afterStorage(body))).toEqual(utf8(text))
  })

  it('keeps a `__proto__` member', () => {
    const text = '{"__proto__":{"a":1},"b":2}'
    expect(bodyText(afterStorage(recordBody(utf8(text))))).toBe(text)
  })

  it('is stored as base64 if the body is not text', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
    const body = recordBody(bytes)
    expect(body).toHaveProperty('base64')
    expect(bodyBytes(afterStorage(body))).toEqual(bytes)
  })

  it('is absent when it is empty', () => {
    expect(recordBody(new Uint8Array())).toBeUndefined()
    expect(bodyBytes(undefined)).toEqual(new Uint8Array())
    expect(bodyJson(undefined)).toBeUndefined()
  })

  it('keeps chunks that were cut inside a character', () => {
    const bytes = utf8('data: "grüße 🎉"\n\n')
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
      const chunks = pieces.map((piece, index) => recordChunk(piece, index))
      expect(chunks.map(chunkBytes)).toEqual(pieces)
      expect(bodyText({ chunks })).toBe('data: "grüße 🎉"\n\n')
    }
  })

  it('can be read as JSON from any form', () => {
    expect(bodyJson({ json: { a: 1 } })).toEqual({ a: 1 })
    expect(bodyJson({ text: '{"a": 1}' })).toEqual({ a: 1 })
    expect(bodyJson({ base64: btoa('{"a":1}') })).toEqual({ a: 1 })
    expect(
      bodyJson({
        chunks: [
          { at: 0, text: '{"a"' },
          { at: 1, text: ':1}' },
        ],
      }),
    ).toEqual({ a: 1 })
    expect(bodyJson({ text: 'no' })).toBeUndefined()
  })
})
