import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { MediaPart, ReasoningPart, TextPart } from '../../src/base/model/types.js'
import { inside, is, keep, needed, noted, source, to, usually, wordOf } from '../../src/codec/shape/rows.js'
import { fields, oneOf, shape } from '../../src/codec/shape/shape.js'

const context = createContext('test')
const kept = (own: JsonObject) => ({ providerMetadata: { test: own } })

const TEXT = shape<TextPart>({ type: 'text' }, { type: is('text'), text: needed(to('text')) })

const THINKING = shape<ReasoningPart>(
  { type: 'reasoning' },
  {
    type: is('thinking'),
    body: needed(inside('body', { text: needed(to('text')) })),
    proof: noted(keep('signature')),
  },
)
const HIDDEN = shape<ReasoningPart>(
  { type: 'reasoning', text: '' },
  { type: is('hidden'), data: needed(keep('signature')) },
  { form: 'hidden' },
)

const FORMATS = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
])
const IMAGE = shape<MediaPart>(
  { type: 'media', kind: 'image' },
  {
    format: wordOf('mediaType', 'format', FORMATS),
    name: usually(to('filename'), 'unnamed'),
    from: needed(
      inside(
        'from',
        oneOf(fields({ bytes: source('data') }), fields({ link: source('url'), size: 'number' })),
      ),
    ),
  },
)

test('a field with a row is a member, any other field is extra', () => {
  const native = { type: 'text', text: 'Hello', index: 3, constructor: 'x' }
  const part = { type: 'text', text: 'Hello', ...kept({ extra: { index: 3, constructor: 'x' } }) } as const
  expect(TEXT.decode(native, context)).toEqual(part)
  expect(TEXT.encode(part, context)).toEqual(native)
  expect(TEXT.decode({ type: 'text', text: 'Hello' }, context)).toEqual({ type: 'text', text: 'Hello' })
})

test('the canonical value takes precedence over the kept value', () => {
  const part = { type: 'text', text: 'new', ...kept({ extra: { text: 'old', more: 1 } }) } as const
  expect(TEXT.encode(part, context)).toEqual({ type: 'text', text: 'new', more: 1 })
})

test('an object without what the shape needs is of another shape, and so is a value', () => {
  expect(TEXT.decode({ type: 'other', text: 'Hello' }, context)).toBeUndefined()
  expect(TEXT.decode({ type: 'text', text: 3 }, context)).toBeUndefined()
  expect(HIDDEN.encode({ type: 'reasoning', text: '' }, context)).toBeUndefined()
  expect(HIDDEN.encode({ type: 'reasoning', text: '', ...kept({ form: 'hidden' }) }, context)).toBeUndefined()
})

test('a mark distinguishes several shapes', () => {
  const part = { type: 'reasoning', text: '', ...kept({ signature: 'x', form: 'hidden' }) } as const
  expect(HIDDEN.decode({ type: 'hidden', data: 'x' }, context)).toEqual(part)
  expect(HIDDEN.encode(part, context)).toEqual({ type: 'hidden', data: 'x' })
})

test('unknown fields of an object inside are kept under its key, and an absence is noted', () => {
  const native = { type: 'thinking', body: { text: 'Hm', lang: 'en' } }
  const part = {
    type: 'reasoning',
    text: 'Hm',
    ...kept({ body: { extra: { lang: 'en' } }, absent: ['proof'] }),
  } as const
  expect(THINKING.decode(native, context)).toEqual(part)
  expect(THINKING.encode(part, context)).toEqual(native)
  expect(THINKING.decode({ type: 'thinking', body: { text: 1 } }, context)).toBeUndefined()
})

test.each([
  ['the first word of its meaning', { format: 'jpg', name: 'a', from: { bytes: 'AA' } }, {}],
  ['another word of it', { format: 'jpeg', name: 'a', from: { bytes: 'AA' } }, { format: 'jpeg' }],
  [
    'an unknown word',
    { format: 'heic', name: 'a', from: { bytes: 'AA' } },
    { format: 'heic', extra: { format: 'heic' } },
  ],
  ['an absent name', { format: 'png', from: { bytes: 'AA' } }, { absent: ['name'] }],
  [
    'the second of two shapes inside',
    { format: 'png', name: 'a', from: { link: 'https://a.example', other: 1 } },
    { from: { extra: { other: 1 } } },
  ],
] as const)('%s goes there and back', (_title, native, own) => {
  const part = IMAGE.decode(native, context)
  expect(part?.providerMetadata?.test ?? {}).toEqual(own)
  expect(part && IMAGE.encode(part, context)).toEqual(native)
})

test('an edit is written: a word kept for the earlier value does not return', () => {
  const part = IMAGE.decode({ format: 'jpeg', from: { bytes: 'AA' } }, context)
  if (part === undefined) throw new Error('not read')
  expect(IMAGE.encode({ ...part, mediaType: 'image/png', filename: 'b' }, context)).toEqual({
    format: 'png',
    name: 'b',
    from: { bytes: 'AA' },
  })
})

test('usual values are written for objects from elsewhere', () => {
  const part = { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example' } } as const
  expect(IMAGE.encode(part, context)).toEqual({ name: 'unnamed', from: { link: 'https://a.example' } })
  expect(IMAGE.encode({ ...part, kind: 'file' }, context)).toBeUndefined()
})

test('a field named __proto__ pollutes nothing', () => {
  const native: JsonObject = JSON.parse('{"type": "text", "text": "Hello", "__proto__": {"polluted": true}}')
  const part = TEXT.decode(native, context)
  expect(JSON.stringify(part && TEXT.encode(part, context))).toBe(JSON.stringify(native))
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
