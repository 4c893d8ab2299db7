import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../src/base/model/events.js'
import { stepResponse } from '../../src/codec/stream/assemble.js'
import {
  allTextDialects,
  hermesJson,
  qwen3CoderXml,
  readTextCalls,
  textCallsStep,
} from '../../src/text-calls/index.js'
import { tries } from '../support/cases.js'
import { soup } from './soup.js'
import { answerOf, cut, eventsOf, streamed, TOOLS } from './support.js'

/** True for texts with possible reasoning or separate messages, whose marks are not text. */
const hasChannels = (text: string) =>
  /think|THINK|<\|message\|>|<\|START_RESPONSE|<\|START_TEXT|<\|open\|>response|<\|content_text/.test(text)

const LENGTHS = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 })
const SETS = [...allTextDialects.map((dialect) => [dialect]), allTextDialects]

describe.each(SETS.map((dialects) => ({ dialects, title: dialects.length > 1 ? 'all' : dialects[0]?.id })))(
  '$title',
  ({ dialects }) => {
    test('for any text, at any split, the parts are the same', () => {
      fc.assert(
        fc.property(soup(dialects), LENGTHS, fc.boolean(), (text, lengths, repair) => {
          const options = { dialects, tools: TOOLS, repair }
          const parts = readTextCalls(text, options)
          expect(streamed(cut(text, lengths), options)).toEqual(parts)
          const apart = new Set(parts.map((part) => (part.type === 'tool-call' ? part.id : part)))
          expect(apart.size).toBe(parts.length)
        }),
        tries(dialects.length > 1 ? 1500 : 300),
      )
    })

    test('no text is lost: text outside calls, thinking and marks is kept', () => {
      const options = { dialects, tools: TOOLS }
      fc.assert(
        fc.property(fc.array(soup(dialects), { minLength: 1, maxLength: 12 }), LENGTHS, (pieces, lengths) => {
          const text = pieces.map((piece, index) => `${piece}§${index}§`).join('')
          const whole = JSON.stringify(readTextCalls(text, options))
          const live = JSON.stringify(streamed(cut(text, lengths), options))
          const words = pieces.map((_, index) => `§${index}§`)
          expect(words.filter((word) => !whole.includes(word) || !live.includes(word))).toEqual([])
        }),
        tries(dialects.length > 1 ? 1500 : 500),
      )
    })

    test('a text that calls no declared tool passes unchanged', () => {
      const options = { dialects, tools: [{ type: 'function' as const, name: 'never_said' }] }
      fc.assert(
        fc.property(soup(dialects), LENGTHS, (text, lengths) => {
          const parts = readTextCalls(text, options)
          expect(streamed(cut(text, lengths), options)).toEqual(parts)
          expect(parts.every(({ type }) => type !== 'tool-call')).toBe(true)
          if (hasChannels(text)) return
          expect(parts).toEqual([{ type: 'text', text }])
          const answer = answerOf(text)
          expect(stepResponse(answer, textCallsStep(options))).toBe(answer)
        }),
        tries(200),
      )
    })
  },
)

describe('on the way', () => {
  const options = { dialects: [hermesJson, qwen3CoderXml], tools: TOOLS }

  test('text that cannot become a call is emitted at once, as its original event', () => {
    const step = textCallsStep(options)
    const told = [
      ...eventsOf(['Hello ', 'a < b', ' and <to', 'ol> it is', '\n', '<tool', '_call', '>{', ' so it is']),
    ]
    const given = told.map((event) => step.push(event))
    const texts = given.map((events) =>
      events.flatMap((event) => (event.type === 'text-delta' ? event.delta : [])).join(''),
    )
    expect(texts).toEqual([
      ...[
        '',
        '',
        'Hello ',
        'a < b',
        ' and ',
        '<tool> it is',
        '\n',
        '',
        '',
        '',
        '<tool_call>{ so it is',
        '',
        '',
      ],
    ])
    expect(given[2]?.[1]).toBe(told[2])
    expect(given[3]?.[0]).toBe(told[3])
  })

  test('a call is emitted with the piece that ends it', () => {
    const step = textCallsStep({ dialects: [hermesJson], tools: TOOLS, beginsInThinking: false })
    const pieces = ['<tool_call>{"name": "now", "argu', 'ments": {}', '}', '</tool_call>']
    const kinds = [...eventsOf(pieces)].map((event) => step.push(event).map(({ type }) => type))
    expect(kinds[4]).toEqual(['tool-call'])
  })

  test('a call of an undeclared tool is emitted as text while it arrives', () => {
    const step = textCallsStep({ dialects: [hermesJson], tools: TOOLS })
    const pieces = ['<tool_call>{"name": "nobody",', ' "arguments": {"a": "', 'text']
    const deltas = [...eventsOf(pieces)].flatMap((event) =>
      step.push(event).flatMap((given) => (given.type === 'text-delta' ? given.delta : [])),
    )
    expect(deltas).toEqual(pieces)
  })

  test('other content of an answer stays, in order', () => {
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'r' },
      { type: 'reasoning-start', id: 'r1' },
      { type: 'reasoning-delta', id: 'r1', delta: 'now(<tool_call>{"name": "now"}</tool_call>)' },
      {
        type: 'reasoning-end',
        id: 'r1',
        part: { type: 'reasoning', text: 'now(<tool_call>{"name": "now"}</tool_call>)' },
      },
      { type: 'text-start', id: 't1' },
      { type: 'tool-input-start', id: 'c1', name: 'get', kind: 'function', providerExecuted: false },
      { type: 'text-delta', id: 't1', delta: 'A<tool_call>{"name": "now"}</tool_call>B' },
      { type: 'tool-input-end', id: 'c1' },
      {
        type: 'text-end',
        id: 't1',
        part: {
          type: 'text',
          text: 'A<tool_call>{"name": "now"}</tool_call>B',
          providerMetadata: { w: { a: 1 } },
        },
      },
      { type: 'error', error: { message: 'x' } },
      { type: 'finish', finish: { reason: 'stop', raw: 'end' } },
    ]
    const step = textCallsStep({ dialects: [hermesJson], tools: TOOLS })
    const given = events.flatMap((event) => step.push(event))
    expect(given.map(({ type }) => type)).toEqual([
      ...[
        'response-start',
        'reasoning-start',
        'reasoning-delta',
        'reasoning-end',
        'text-start',
        'tool-input-start',
      ],
      ...[
        'text-delta',
        'text-end',
        'tool-input-start',
        'tool-input-delta',
        'tool-input-end',
        'tool-call',
        'text-start',
        'text-delta',
        'tool-input-end',
        'text-end',
        'error',
        'finish',
      ],
    ])
    expect(given[15]).toEqual({
      type: 'text-end',
      id: 't1+1',
      part: { type: 'text', text: 'B', providerMetadata: { w: { a: 1 } } },
    })
    expect(given.at(-1)).toEqual({ type: 'finish', finish: { reason: 'stop', raw: 'end' } })
  })

  test('thinking is decoded if requested', () => {
    const text = 'x<tool_call>{"name": "now"}</tool_call>'
    const answer = {
      ...answerOf(''),
      message: { role: 'assistant' as const, parts: [{ type: 'reasoning' as const, text }] },
    }
    const read = (reasoning: boolean) =>
      stepResponse(answer, textCallsStep({ dialects: [hermesJson], tools: TOOLS, reasoning })).message.parts
    expect(read(false)).toBe(answer.message.parts)
    expect(read(true)).toMatchObject([{ type: 'reasoning', text: 'x' }, { name: 'now' }])
  })

  test('after a restart everything begins anew', () => {
    const step = textCallsStep({ dialects: [hermesJson], tools: TOOLS })
    step.push({ type: 'text-start', id: '0' })
    step.push({ type: 'text-delta', id: '0', delta: '<tool_call>{"name": "now"}</tool_call>' })
    step.push({ type: 'restart' })
    const rest = [...eventsOf(['plain'])].slice(1).flatMap((event) => step.push(event))
    expect(rest.at(-1)).toEqual({ type: 'finish', finish: { reason: 'stop' } })
  })

  const CALLING = '<tool_call>{"name": "now"}</tool_call>'
  const sequences = ['r', 'f'].flatMap((end) =>
    [[], ['plain'], ['call'], ['plain', 'call'], ['call', 'plain'], ['call', 'call']].map(
      (before) => [end, before] as const,
    ),
  )
  test.each(sequences)('each answer ends by its own calls: after %s of %j', (end, before) => {
    for (const last of ['plain', 'call']) {
      const step = textCallsStep({ dialects: [hermesJson], tools: TOOLS })
      for (const text of before) {
        const events = [...eventsOf([text === 'call' ? CALLING : text])]
        for (const event of events.slice(0, -1)) step.push(event)
        for (const event of end === 'r' ? [{ type: 'restart' as const }] : events.slice(-1)) step.push(event)
      }
      const rest = [...eventsOf([last === 'call' ? CALLING : last])].flatMap((event) => step.push(event))
      const { reason } = Object(Object(rest.at(-1)).finish)
      expect(reason, last).toBe(last === 'call' ? 'tool-calls' : 'stop')
    }
  })

  test('without tools everything is text', () => {
    const text = '<tool_call>{"name": "now"}</tool_call>'
    expect(readTextCalls(text, { dialects: [hermesJson], tools: [] })).toEqual([{ type: 'text', text }])
    expect(streamed([text], { dialects: [hermesJson], tools: [] })).toEqual([{ type: 'text', text }])
  })

  test('the ids of calls distinguish positions and answers, and are the same every time', () => {
    const text = '<tool_call>{"name": "now"}</tool_call>'
    const id = (place: string, twice = text) =>
      readTextCalls(twice, { dialects: [hermesJson], tools: TOOLS, place }).map(
        (part) => part.type === 'tool-call' && part.id,
      )
    expect(id('a')).toEqual(id('a'))
    expect(id('a')).not.toEqual(id('b'))
    expect(new Set(id('a', text + text)).size).toBe(2)
  })
})
