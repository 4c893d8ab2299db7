import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContext, type Notice } from '../../src/base/model/context.js'
import { stepResponse } from '../../src/codec/stream/assemble.js'
import {
  allTextDialects,
  cohereAction,
  harmony,
  hermesJson,
  qwen3CoderXml,
  readTextCalls,
  textCallsStep,
} from '../../src/text-calls/index.js'
import { THINKING_ENDS, THINKING_STARTS } from '../../src/text-calls/thinking.js'
import { answerOf, cut, eventsOf, streamed, TOOLS, told } from './support.js'

const CALL = '<tool_call>\n{"name": "get", "arguments": {"url": "a"}}\n</tool_call>'
const DRAFT = '<tool_call>\n{"name": "get", "arguments": {"url": "draft"}}\n</tool_call>'
const OPTIONS = { dialects: [hermesJson, qwen3CoderXml], tools: TOOLS }
const CALLED = ['get', { url: 'a' }]

function read(text: string, options: Partial<Parameters<typeof readTextCalls>[1]> = {}) {
  const all = { ...OPTIONS, ...options }
  const parts = readTextCalls(text, all)
  for (const lengths of [[1], [5, 2], [30]]) expect(streamed(cut(text, lengths), all)).toEqual(parts)
  expect(stepResponse(answerOf(text), textCallsStep(all)).message.parts).toEqual(parts)
  return told(parts)
}

describe.each(THINKING_STARTS.map((start, index) => ({ start, end: THINKING_ENDS[index] ?? '' })))(
  '$start',
  ({ start, end }) => {
    test('a draft inside is thinking, and the marks are nowhere', () => {
      expect(read(`${start}Maybe ${DRAFT} or not${end}\n\n${CALL}`)).toEqual([
        { thought: `Maybe ${DRAFT} or not` },
        CALLED,
      ])
      expect(read(`Well.\n${start}${DRAFT}${end}So:\n${CALL}`)).toEqual([
        'Well.\n',
        { thought: DRAFT },
        'So:\n',
        CALLED,
      ])
      expect(read(`${start}Hm.${end}\n\nHello.`)).toEqual([{ thought: 'Hm.' }, '\n\nHello.'])
    })

    test('calls in reasoning that is never closed are calls', () => {
      expect(read(`${start}I look.\n${CALL}`)).toEqual([{ thought: 'I look.\n' }, CALLED])
      expect(read(`${start}I look.\n${CALL}\n${CALL}\nDone.`)).toEqual([
        { thought: 'I look.\n' },
        CALLED,
        CALLED,
        { thought: '\nDone.' },
      ])
    })

    test('an answer that was cut inside calls nothing', () => {
      const text = `${start}Maybe ${DRAFT} but`
      expect(read(text, { isCut: undefined })).toMatchObject([{}, ['get', { url: 'draft' }], {}])
      expect(told(readTextCalls(text, { ...OPTIONS, isCut: true }))).toEqual([
        { thought: `Maybe ${DRAFT} but` },
      ])
      const answer = stepResponse(answerOf(text, 'length'), textCallsStep(OPTIONS))
      expect(told(answer.message.parts)).toEqual([{ thought: `Maybe ${DRAFT} but` }])
      expect(answer.finish.reason).toBe('length')
    })

    test('text before an end mark without a start contains no calls', () => {
      expect(read(`Maybe ${DRAFT} or not${end}\n\n${CALL}`)).toEqual([`Maybe ${DRAFT} or not`, CALLED])
      const inside = read(`Maybe ${DRAFT} or not${end}\n\n${CALL}`, { beginsInThinking: true })
      expect(inside).toEqual([{ thought: `Maybe ${DRAFT} or not` }, CALLED])
      expect(read(`${end}\n\n${CALL}`)).toEqual([CALLED])
      expect(read(`${start}a${end}\n${end}\n${CALL}`)).toEqual([{ thought: 'a' }, CALLED])
      expect(read(`${start}a${end}${CALL}`, { beginsInThinking: true })).toEqual([{ thought: 'a' }, CALLED])
    })

    test('inside of code it is text', () => {
      expect(read(`So \`${start}\` and \`${end}\`.`)).toEqual([`So \`${start}\` and \`${end}\`.`])
    })
  },
)

test('a code fence that thinking leaves open ends with it', () => {
  expect(read(`<think>\n\`\`\`js\nf()</think>\n${CALL}`)).toEqual([{ thought: '\n```js\nf()' }, CALLED])
})

test('thinking of the wire ends what is not known: calls go on at once', () => {
  const step = textCallsStep(OPTIONS)
  const part = { type: 'reasoning', text: 'Hm.' } as const
  step.push({ type: 'response-start' })
  step.push({ type: 'reasoning-start', id: 'r' })
  step.push({ type: 'reasoning-end', id: 'r', part })
  const [, , call] = [...eventsOf([CALL])].map((event) => step.push(event).map(({ type }) => type))
  expect(call).toEqual(['tool-call'])
})

test('a call waits for the end of its text, unless it is known not to be a draft', () => {
  const kinds = (options: object) => {
    const step = textCallsStep({ ...OPTIONS, ...options })
    return [...eventsOf([CALL, ' '])].map((event) => step.push(event).map(({ type }) => type))
  }
  expect(kinds({ beginsInThinking: false })[2]).toEqual(['tool-call'])
  expect(kinds({})[2]).toEqual([])
  expect(kinds({})[4]).toEqual(['tool-call'])
})

test('only the first text of an answer may begin inside of thinking', () => {
  const step = textCallsStep(OPTIONS)
  const first = [...eventsOf(['Hello.'])].slice(0, -1).flatMap((event) => step.push(event))
  expect(first.at(-1)).toMatchObject({ type: 'text-end' })
  step.push({ type: 'text-start', id: '1' })
  expect(step.push({ type: 'text-delta', id: '1', delta: CALL })).toMatchObject([{ type: 'tool-call' }])
})

test('the next answer of a stream may begin inside of thinking again', () => {
  const step = textCallsStep(OPTIONS)
  for (const event of eventsOf(['Hello.'])) step.push(event)
  const events = [...eventsOf([`Maybe ${DRAFT}</think>`, CALL])].flatMap((event) => step.push(event))
  expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
})

describe('channels', () => {
  test('harmony', () => {
    const analysis = '<|channel|>analysis<|message|>Hm.<|end|>'
    const call =
      '<|start|>assistant<|channel|>commentary to=functions.get <|constrain|>json<|message|>{"url": "a"}<|call|>'
    const dialects = [harmony]
    expect(read(analysis + call, { dialects })).toEqual([{ thought: 'Hm.' }, CALLED])
    expect(
      read(`${analysis}<|start|>assistant<|channel|>final<|message|>It rains.<|return|>`, { dialects }),
    ).toEqual([{ thought: 'Hm.' }, 'It rains.'])
    expect(read(`<|channel|>commentary<|message|>I look.<|end|>${call}`, { dialects })).toEqual([
      'I look.',
      CALLED,
    ])
    // A new block ends the previous one.
    expect(read(`<|channel|>analysis<|message|>Hm.${call}`, { dialects })).toEqual([
      { thought: 'Hm.' },
      CALLED,
    ])
    expect(
      read(`<|channel|>analysis<|message|>${DRAFT}<|end|>${call}`, { dialects: [harmony, hermesJson] }),
    ).toEqual([{ thought: DRAFT }, CALLED])
    expect(read('<|start|>user<|message|>Hi.<|end|>', { dialects })).toEqual([
      '<|start|>user<|message|>Hi.<|end|>',
    ])
  })

  test('Cohere', () => {
    const dialects = [cohereAction]
    const action = (url: string) =>
      `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get", "parameters": {"url": "${url}"}}]<|END_ACTION|>`
    const thinking = `<|START_THINKING|>Maybe ${action('draft')}.<|END_THINKING|>`
    const thought = `Maybe ${action('draft')}.`
    expect(read(thinking + action('a'), { dialects })).toMatchObject([
      { thought },
      ['get', { url: 'a' }, '0'],
    ])
    expect(read(`${thinking}<|START_RESPONSE|>Hello.<|END_RESPONSE|>`, { dialects })).toEqual([
      { thought },
      'Hello.',
    ])
    expect(read('<|START_TEXT|>Hello.<|END_TEXT|>', { dialects })).toEqual(['Hello.'])
  })
})

test('for any dialects, thinking is the text between the marks', () => {
  const words = fc.constantFrom(
    'a',
    ' ',
    '\n',
    CALL,
    '`',
    '```\n',
    '<',
    '{"name": "get"',
    '<tool_call>',
    '[now()]',
  )
  const text = fc.array(words, { minLength: 1, maxLength: 8 }).map((pieces) => `x${pieces.join('')}`)
  const dialects = fc.constantFrom(allTextDialects, OPTIONS.dialects, [harmony])
  fc.assert(
    fc.property(text, dialects, fc.constantFrom(...THINKING_STARTS), (inner, read, start) => {
      const end = THINKING_ENDS[THINKING_STARTS.indexOf(start)] ?? ''
      const options = { ...OPTIONS, dialects: read }
      const parts = readTextCalls(`${start}${inner}${end}${CALL}`, options)
      expect(parts[0]).toEqual({ type: 'reasoning', text: inner })
      expect(parts.slice(1).map(({ type }) => type)).toEqual([read.length === 1 ? 'text' : 'tool-call'])
    }),
    { numRuns: 500 },
  )
})

test('a draft that is left as text is reported', () => {
  const context = createContext('')
  stepResponse(answerOf(`Maybe ${DRAFT}</think>${CALL}`), textCallsStep(OPTIONS, context))
  const told = context.notices.map(({ code, severity, detail }: Notice) => [code, severity, detail])
  expect(told).toEqual([['text-call-left', 'info', { reason: 'draft' }]])
})
