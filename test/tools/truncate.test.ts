import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentResult, defineTool, type ResultPart, toolCall } from '../../src/index.js'
import { createExecutor, truncateMiddle } from '../../src/tools/index.js'

const MARKER = /\n\[… (\d+) characters left out …\]\n/

/** An unpaired half of a surrogate pair. */
const HALF = /\p{Surrogate}/u

function partsOf(text: string, maxCharacters: number) {
  const cut = truncateMiddle(text, maxCharacters)
  const [head = '', told = '', tail = ''] = cut.text.split(MARKER)
  return { ...cut, head, told: Number(told), tail }
}

/**
 * Graphemes: emoji of many code points, flags, letters with accents, line ends, plain letters, unpaired
 * surrogates.
 */
const characters = fc.constantFrom(
  'a',
  'é',
  'e\u0301',
  '日',
  '😀',
  '👨‍👩‍👧‍👦',
  '🇳🇴',
  '👍🏽',
  '\r\n',
  '\n',
  'n\u0303',
)

describe('truncateMiddle', () => {
  test('leaves a text that fits unchanged', () => {
    expect(truncateMiddle('abc', 3)).toEqual({ text: 'abc', omitted: 0 })
    expect(truncateMiddle('abc', Number.POSITIVE_INFINITY)).toEqual({ text: 'abc', omitted: 0 })
    expect(truncateMiddle('', 0)).toEqual({ text: '', omitted: 0 })
  })

  test('Z12: keeps head and tail, and states the omitted length', () => {
    expect(truncateMiddle(`${'a'.repeat(50)}${'b'.repeat(50)}`, 10)).toEqual({
      text: 'aaaaa\n[… 90 characters left out …]\nbbbbb',
      omitted: 90,
    })
    expect(truncateMiddle('abcdef', 3).text).toBe('ab\n[… 3 characters left out …]\nf')
  })

  test.each([0, -1, Number.NaN, 0.5])('keeps nothing of a text for %d characters', (most) => {
    expect(truncateMiddle('abc', most)).toEqual({ text: '\n[… 3 characters left out …]\n', omitted: 3 })
  })

  test('Z12: keeps the beginning and the end within the limit, and counts the omitted characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(220), (text, most) => {
        fc.pre(!MARKER.test(text))
        const { text: cut, omitted, head, told, tail } = partsOf(text, most)
        if (text.length <= most) {
          expect(cut).toBe(text)
          return
        }
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(head.length + tail.length).toBeLessThanOrEqual(most)
        expect(head.length + tail.length + omitted).toBe(text.length)
        expect(told).toBe(omitted)
      }),
    )
  })

  test('Z12: cuts no character in two: surrogate pairs, emoji, flags, accents, line ends', () => {
    const segmenter = new Intl.Segmenter()
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 60 }), fc.nat(120), (given, most) => {
        const text = given.join('')
        const { text: cut, omitted, head } = partsOf(text, most)
        expect(cut).not.toMatch(HALF)
        if (omitted === 0) return
        const starts = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length))
        expect(starts).toContain(head.length)
        expect(starts).toContain(head.length + omitted)
      }),
      { numRuns: 500 },
    )
  })

  test('without Intl.Segmenter, or in a character without an end, still keeps surrogate pairs whole', () => {
    const endless = `👍${'\u0301'.repeat(1000)}😀`.repeat(3)
    expect(truncateMiddle(endless, 1000).text).not.toMatch(HALF)
    expect(truncateMiddle(endless, 1000).omitted).toBeLessThan(endless.length)
    const { Segmenter } = Intl
    try {
      Reflect.deleteProperty(Intl, 'Segmenter')
      for (let most = 0; most < 12; most += 1)
        expect(truncateMiddle('😀'.repeat(6), most).text).not.toMatch(HALF)
    } finally {
      Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true })
    }
  })

  test('Z12: the cost for 100 MB of text depends only on the kept part', () => {
    const huge = '😀x'.repeat(35_000_000)
    const small = '😀x'.repeat(350_000)
    for (const flat of [huge, small]) flat.charCodeAt(0)
    const { text } = truncateMiddle(huge, 100_000)
    const ofSmall = leastTime(() => truncateMiddle(small, 100_000))
    expect(leastTime(() => truncateMiddle(huge, 100_000))).toBeLessThan(10 * Math.max(ofSmall, 1))
    expect(text.length).toBeLessThan(100_100)
    expect(text).not.toMatch(HALF)
  })
})

/** Returns the shortest of ten times, in milliseconds, to exclude other load of the machine. */
function leastTime(work: () => unknown): number {
  const times = Array.from({ length: 10 }, () => {
    const begin = performance.now()
    work()
    return performance.now() - begin
  })
  return Math.min(...times)
}

describe('the texts of one result share the limit', () => {
  const image: ResultPart = {
    type: 'media',
    kind: 'image',
    mediaType: 'image/png',
    source: { type: 'data', data: 'AAAA' },
  }
  const item = fc.oneof(
    fc
      .string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 })
      .map((text): ResultPart => ({ type: 'text', text })),
    fc.constant(image),
  )
  const textsIn = (parts: readonly ResultPart[]) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const lengthOf = (texts: readonly string[]) => texts.join('').length

  async function shortened(parts: readonly ResultPart[], maxOutputCharacters: number) {
    const tool = defineTool({ name: 'f', execute: (_, { call }) => contentResult(call, parts) })
    const executor = createExecutor({ tools: [tool], maxOutputCharacters })
    const [result] = await executor.execute([toolCall('c', 'f')])
    const value = result?.output.type === 'content' ? result.output.value : []
    return { value, raw: result?.raw }
  }

  test('and the excess is reported once, for any limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        async (parts, most) => {
          const { value, raw } = await shortened(parts, most)
          const texts = textsIn(value)
          const kept = texts.map((text) => text.replace(MARKER, ''))
          const isOver = lengthOf(textsIn(parts)) > most
          expect(texts.filter((text) => MARKER.test(text))).toHaveLength(isOver ? 1 : 0)
          expect(raw).toEqual(isOver ? parts : undefined)
          if (!isOver) expect(value).toEqual(parts)
          expect(lengthOf(kept)).toBeLessThanOrEqual(most)
          expect(value.filter(({ type }) => type === 'media')).toEqual(
            parts.filter(({ type }) => type === 'media'),
          )
        },
      ),
    )
  })

  test('also where one text uses it up exactly', async () => {
    const { value } = await shortened(
      ['ab', 'c'].map((text) => ({ type: 'text', text })),
      2,
    )
    expect(value).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'text', text: '\n[… 1 characters left out …]\n' },
    ])
  })
})
