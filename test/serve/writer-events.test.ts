import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import type { LoopEvent } from '../../src/chat/loop/index.js'
import { readUiMessages, toResponse, type WriteOptions } from '../../src/chat/serve/index.js'
import { AdapterError } from '../../src/index.js'
import { given } from './readers.js'

type Options = Omit<WriteOptions, 'as'>

/** Returns the chunks of a stream with these events. */
async function chunksOf(
  as: 'ui' | 'ag-ui',
  events: readonly LoopEvent[],
  options: Options = {},
): Promise<JsonObject[]> {
  const text = await toResponse(given(events), { as, id: 't', runId: 'r', ...options }).text()
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

const typesOf = (chunks: readonly JsonObject[]) => chunks.map(({ type }) => type)
const ofType = (chunks: readonly JsonObject[], type: string) => chunks.filter((chunk) => chunk.type === type)

const told = { callId: 'c', name: 'buy', sequence: 1, time: 0 }
const request = { id: 'q', callId: 'c', name: 'buy', arguments: { item: 'milk' } }
const finish: LoopEvent = { type: 'finish', finish: { reason: 'stop' } }
const begun: LoopEvent[] = [
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Void' },
]
const anew: LoopEvent[] = [
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Whole' },
  { type: 'text-end', id: 'a', part: { type: 'text', text: 'Whole' } },
  finish,
]

function resultOf(output: ToolOutput, more: Pick<ToolResult, 'preliminary' | 'metadata'> = {}): ToolResult {
  return {
    type: 'tool-result',
    callId: 'c',
    name: 'buy',
    output,
    isError: false,
    providerExecuted: false,
    ...more,
  }
}

function stepWith(result: ToolResult): LoopEvent[] {
  return [
    { type: 'step-start', step: 1 },
    { type: 'step-finish', step: 1, results: [result] },
  ]
}

const waitingResult = (approval: JsonObject) =>
  resultOf({ type: 'text', value: 'It waits.' }, { preliminary: true, metadata: { approval } })

const denied = resultOf({ type: 'denied', reason: 'Too dear.' })

describe('the UI message stream', () => {
  const ui = (events: readonly LoopEvent[], options?: Options) => chunksOf('ui', events, options)

  test('an answer that begins again resets its step, and its blocks begin again', async () => {
    const chunks = await ui([...begun, { type: 'restart' }, ...anew])
    expect(typesOf(chunks)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'reset-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
    expect(ofType(chunks, 'text-delta').at(-1)).toMatchObject({ delta: 'Whole' })
  })

  test('an answer that begins again before its first text has no step to reset', async () => {
    expect(typesOf(await ui([{ type: 'restart' }, ...anew]))).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
  })

  test('an abort that is emitted twice is written once', async () => {
    const aborted: LoopEvent = { type: 'loop-finish', reason: 'aborted', messages: [], approvals: [] }
    expect(typesOf(await ui([...begun, aborted, aborted])).filter((type) => type === 'abort')).toHaveLength(1)
  })

  test('a second turn is a separate step', async () => {
    const types = typesOf(await ui([...anew, ...anew]))
    expect(types.filter((type) => type === 'start-step')).toHaveLength(2)
    expect(types.indexOf('finish-step')).toBeLessThan(types.lastIndexOf('start-step'))
  })

  test('the mark of a step in an answer of an interface is a step', async () => {
    const mark: LoopEvent = {
      type: 'part',
      part: { type: 'opaque', wire: 'ai-sdk', value: { type: 'step-start' } },
    }
    expect(typesOf(await ui([mark, ...anew]))).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
  })

  test('parts that only another provider understands are omitted', async () => {
    const part: LoopEvent = {
      type: 'part',
      part: { type: 'opaque', wire: 'openai-chat', value: { secret: 1 } },
    }
    expect(typesOf(await ui([part]))).toEqual(['start', 'finish'])
  })

  test('output of a running call is sent next to the message, its preliminary result as a result', async () => {
    const chunks = await ui([
      { ...told, type: 'output-chunk', chunk: 'half' },
      { ...told, type: 'preliminary', result: resultOf({ type: 'text', value: 'so far' }) },
    ])
    expect(chunks).toContainEqual({
      type: 'data-tool-output',
      data: { toolCallId: 'c', chunk: 'half' },
      transient: true,
    })
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'tool-output-available',
        toolCallId: 'c',
        output: 'so far',
        preliminary: true,
      }),
    )
  })

  test('results that only the end of the step contains are emitted once', async () => {
    const result = resultOf({ type: 'text', value: 'bought' })
    const completed: LoopEvent = { ...told, type: 'completed', result, success: true, duration: 1 }
    for (const events of [stepWith(result), [completed, ...stepWith(result)]])
      expect(ofType(await ui(events), 'tool-output-available')).toMatchObject([
        { toolCallId: 'c', output: 'bought' },
      ])
  })

  test('a request that only the end of the step contains is asked once, and a broken one not at all', async () => {
    const asked = [
      ...stepWith(waitingResult(request)),
      { type: 'loop-finish' as const, reason: 'approval' as const, messages: [], approvals: [request] },
    ]
    expect(ofType(await ui(asked), 'tool-approval-request')).toMatchObject([
      { approvalId: 'q', toolCallId: 'c' },
    ])
    expect(typesOf(await ui(stepWith(waitingResult({ id: 'q' }))))).toEqual(['start', 'finish'])
  })

  test('a call denied without a request gets one that was answered at once', async () => {
    expect((await ui(stepWith(denied))).slice(1, 4)).toEqual([
      { type: 'tool-approval-request', approvalId: 'denied_c', toolCallId: 'c', isAutomatic: true },
      { type: 'tool-approval-response', approvalId: 'denied_c', approved: false, reason: 'Too dear.' },
      { type: 'tool-output-denied', toolCallId: 'c' },
    ])
  })

  test('a request that was asked has its own answer, and none while the decision waits', async () => {
    const waiting: LoopEvent = { ...told, type: 'waiting', request }
    const decided = (decision: Extract<LoopEvent, { type: 'decided' }>['decision']): LoopEvent => ({
      ...told,
      type: 'decided',
      decision,
    })
    expect(typesOf(await ui([waiting, decided({ type: 'wait' })]))).not.toContain('tool-approval-response')
    const yes = await ui([waiting, decided({ type: 'approve' })])
    expect(ofType(yes, 'tool-approval-response')).toEqual([
      { type: 'tool-approval-response', approvalId: 'q', approved: true },
    ])
    const no = await ui([waiting, decided({ type: 'deny', reason: 'Too dear.' }), ...stepWith(denied)])
    expect(no.slice(2, 4)).toEqual([
      { type: 'tool-approval-response', approvalId: 'q', approved: false, reason: 'Too dear.' },
      { type: 'tool-output-denied', toolCallId: 'c' },
    ])
  })

  test('a stopped loop ends with the chunk `abort`', async () => {
    const end: LoopEvent = { type: 'loop-finish', reason: 'aborted', messages: [], approvals: [] }
    expect(typesOf(await ui([...begun, end])).slice(-2)).toEqual(['finish-step', 'abort'])
  })

  test.each([[''], [undefined]])('the secret %j is refused at the first post', async (secret) => {
    expect(() => toResponse(given([]), { as: 'ui', id: 't', secret })).toThrow(AdapterError)
    expect(() => toResponse(given([]), { as: 'ui', id: 't', secret })).toThrow('/secret')
    await expect(readUiMessages({ id: 't', messages: [] }, { secret })).rejects.toThrow('/secret')
  })
})

describe('the events of AG-UI', () => {
  const agUi = (events: readonly LoopEvent[], options?: Options) => chunksOf('ag-ui', events, options)

  test('an answer that begins again fails, because sent content is final', async () => {
    const chunks = await agUi([...begun, { type: 'restart' }, ...anew])
    expect(typesOf(chunks)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'RUN_ERROR',
    ])
  })

  test('an answer that begins again before the first text of the run or of a turn continues', async () => {
    const whole = ['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END']
    const chunks = await agUi([{ type: 'restart' }, ...anew, { type: 'restart' }, ...anew])
    expect(typesOf(chunks)).toEqual(['RUN_STARTED', ...whole, ...whole, 'RUN_FINISHED'])
  })

  test('a running call emits its output, and its result only at the end', async () => {
    const chunks = await agUi([
      { ...told, type: 'output-chunk', chunk: 'half' },
      { ...told, type: 'preliminary', result: resultOf({ type: 'text', value: 'so far' }) },
    ])
    expect(chunks.slice(1, -1)).toEqual([
      { type: 'CUSTOM', name: 'tool-output', value: { toolCallId: 'c', chunk: 'half' } },
    ])
  })

  test('empty pieces are omitted, because its schema rejects them', async () => {
    const chunks = await agUi([
      { type: 'text-start', id: 'a' },
      { type: 'text-delta', id: 'a', delta: '' },
      { type: 'text-end', id: 'a', part: { type: 'text', text: '' } },
      { type: 'tool-input-start', id: 'c', name: 'buy', kind: 'function', providerExecuted: false },
      { type: 'tool-input-delta', id: 'c', delta: '' },
      { type: 'tool-input-end', id: 'c' },
    ])
    expect(typesOf(chunks)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ])
  })

  test('results that only the end of the step contains become text', async () => {
    const outputs: readonly [ToolOutput, unknown][] = [
      [{ type: 'text', value: 'bought' }, 'bought'],
      [{ type: 'json', value: { price: 2 } }, '{"price":2}'],
      [{ type: 'denied', reason: 'Too dear.' }, 'Too dear.'],
      [{ type: 'denied' }, 'The call was denied.'],
    ]
    for (const [output, content] of outputs)
      expect(ofType(await agUi(stepWith(resultOf(output))), 'TOOL_CALL_RESULT')).toMatchObject([
        { toolCallId: 'c', content },
      ])
  })

  test('a result of several parts has them line by line, other parts as JSON', async () => {
    const image = {
      type: 'media' as const,
      kind: 'image' as const,
      source: { type: 'url' as const, url: 'https://x.test/a' },
    }
    const result = resultOf({ type: 'content', value: [{ type: 'text', text: 'Look:' }, image] })
    const [{ content } = { content: '' }] = ofType(await agUi(stepWith(result)), 'TOOL_CALL_RESULT')
    const [first, second = ''] = String(content).split('\n')
    expect(first).toBe('Look:')
    expect(JSON.parse(second)).toEqual(image)
  })

  test('a request that only the end of the step contains interrupts the run, a broken one does not', async () => {
    expect((await agUi(stepWith(waitingResult(request)))).at(-1)).toMatchObject({
      outcome: { type: 'interrupt', interrupts: [{ id: 'q', toolCallId: 'c' }] },
    })
    expect((await agUi(stepWith(waitingResult({ id: 'q' })))).at(-1)).toMatchObject({
      outcome: { type: 'success' },
    })
  })

  test('a stopped loop is reported as canceled, with its open message ended', async () => {
    const end: LoopEvent = { type: 'loop-finish', reason: 'aborted', messages: [], approvals: [request] }
    const chunks = await agUi([...begun, end])
    expect(typesOf(chunks).slice(-2)).toEqual(['TEXT_MESSAGE_END', 'RUN_FINISHED'])
    expect(chunks.at(-1)).toMatchObject({ outcome: { type: 'cancelled' } })
  })

  test('data parts of the host become custom events with null for missing data; other UI parts are omitted', async () => {
    const part = (value: JsonObject | string): LoopEvent => ({
      type: 'part',
      part: { type: 'opaque', wire: 'ai-sdk', value },
    })
    const chunks = await agUi([part({ type: 'data-weather' }), part({ type: 'step-start' }), part('text')])
    expect(chunks.slice(1, -1)).toEqual([{ type: 'CUSTOM', name: 'weather', value: null }])
  })

  test('no event follows an error, not even a second error', async () => {
    const failure: LoopEvent = { type: 'error', error: { message: 'no', code: 'overloaded' } }
    const chunks = await agUi([failure, failure, ...anew])
    expect(typesOf(chunks)).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(chunks[1]).toMatchObject({ code: 'overloaded' })
  })
})
