import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import {
  afterCallOf,
  afterSteps,
  type LoopEvent,
  type LoopOptions,
  pendingApprovals,
  runLoop,
} from '../../src/chat/loop/index.js'
import {
  AdapterError,
  defineTool,
  type Message,
  provider as providerOf,
  ResponseError,
  type RunnableTool,
  type ToolRun,
  userMessage,
} from '../../src/index.js'
import { approveCall, createExecutor, denyCall } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from './scripted.js'

const QUESTION = [userMessage('Do I need an umbrella?')]

interface Tools {
  readonly tools: RunnableTool[]
  readonly ran: string[]
}

/** `look` runs at once, `buy` needs approval, `show` is the client's. */
function toolsOf(): Tools {
  const ran: string[] = []
  const run = (name: string) => () => {
    ran.push(name)
    return `${name} is done`
  }
  const tools = [
    defineTool({ name: 'look', execute: run('look') }),
    defineTool({ name: 'buy', requiresApproval: true, execute: run('buy') }),
    { type: 'function' as const, name: 'show', parameters: { type: 'object' as const } },
  ]
  return { tools, ran }
}

async function eventsOf(loop: AsyncIterable<LoopEvent>): Promise<LoopEvent[]> {
  const events: LoopEvent[] = []
  for await (const event of loop) events.push(event)
  return events
}

/** Creates a model that makes these calls in its first turn, and answers in its second. */
function afterCalls(...calls: readonly ReturnType<typeof nativeCall>[]) {
  return scripted((_conversation, turn) => (turn === 0 ? answer(null, ...calls) : answer('Take one.')))
}

const stored = (messages: readonly Message[]): Message[] => JSON.parse(JSON.stringify(messages))

describe('a loop', () => {
  test('gives the events of each step: those of the model, then those of its calls', async () => {
    const { provider } = afterCalls(nativeCall('c1', 'look'), nativeCall('c2', 'look'))
    const { tools } = toolsOf()
    const loop = runLoop({ provider, messages: QUESTION, tools })
    const events = await eventsOf(loop)
    const types = events.map(({ type }) => type).filter((type) => !type.startsWith('tool-input'))
    expect(types).toEqual([
      'step-start',
      'response-start',
      'tool-call',
      'tool-call',
      'finish',
      'started',
      'started',
      'completed',
      'completed',
      'step-finish',
      'step-start',
      'response-start',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
      'step-finish',
      'loop-finish',
    ])
    const result = await loop.result
    expect(events.at(-1)).toEqual({
      type: 'loop-finish',
      reason: 'answered',
      outcome: 'complete',
      messages: result.messages,
      approvals: [],
    })
    expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(result.responses).toHaveLength(2)
  })

  test('runs without being iterated, once, and leaves the given list unchanged', async () => {
    const { provider, sent } = afterCalls(nativeCall('c1', 'look'))
    const { tools, ran } = toolsOf()
    const loop = runLoop({ provider, messages: QUESTION, tools, temperature: 0.5 })
    expect(sent).toEqual([])
    const [one, other] = await Promise.all([loop.result, loop.result])
    expect(one).toBe(other)
    expect(ran).toEqual(['look'])
    expect(QUESTION).toHaveLength(1)
    expect(sent).toMatchObject([{ temperature: 0.5, tools: [{}, {}, {}] }, { temperature: 0.5 }])
    expect(() => loop[Symbol.asyncIterator]()).toThrow('only once')
  })

  test('stops for an approval and continues from only the stored messages', async () => {
    const { provider, asked } = afterCalls(nativeCall('c1', 'look'), nativeCall('c2', 'buy'))
    const { tools, ran } = toolsOf()
    const first = await runLoop({ provider, messages: QUESTION, tools }).result
    expect(first.reason).toBe('approval')
    expect(ran).toEqual(['look'])
    const messages = stored(first.messages)
    const [request] = pendingApprovals(messages)
    expect(request).toMatchObject({ callId: 'c2', name: 'buy' })
    expect(first.approvals).toEqual([request])
    if (request === undefined) return

    // Without an answer no call runs, no request is sent, and the same approval is requested again.
    const again = await runLoop({ provider, messages, tools }).result
    expect(again).toMatchObject({ reason: 'approval', messages, approvals: [request] })
    expect(asked).toHaveLength(1)

    const approvals = [approveCall(request)]
    const last = await runLoop({ provider, messages, tools, approvals }).result
    expect(last.reason).toBe('answered')
    expect(ran).toEqual(['look', 'buy'])
    expect(asked).toHaveLength(2)

    // The approval is no longer needed: the call has its result.
    await runLoop({ provider, messages: last.messages, tools, approvals }).result
    expect(ran).toEqual(['look', 'buy'])
  })

  test('answers a denied call, and the model continues', async () => {
    const { provider } = afterCalls(nativeCall('c2', 'buy'))
    const { tools, ran } = toolsOf()
    const first = await runLoop({ provider, messages: QUESTION, tools }).result
    const approvals = first.approvals.map((request) => denyCall(request, 'too dear'))
    const { reason, messages } = await runLoop({ provider, messages: first.messages, tools, approvals })
      .result
    expect([reason, ran]).toEqual(['answered', []])
    expect(JSON.stringify(messages)).toContain('too dear')
  })

  test('asks the model when the user went on talking instead of answering', async () => {
    const { provider } = afterCalls(nativeCall('c2', 'buy'))
    const { tools, ran } = toolsOf()
    const first = await runLoop({ provider, messages: QUESTION, tools }).result
    const messages = [...first.messages, userMessage('What would it cost?')]
    const { reason } = await runLoop({ provider, messages, tools }).result
    expect([reason, ran]).toEqual(['answered', []])
  })

  test('leaves the calls of tools without execute to the client', async () => {
    const { provider } = afterCalls(nativeCall('c1', 'look'), nativeCall('c3', 'show'))
    const { tools, ran } = toolsOf()
    const { reason, messages } = await runLoop({ provider, messages: QUESTION, tools }).result
    expect([reason, ran]).toEqual(['client', ['look']])
    expect((await runLoop({ provider, messages, tools }).result).reason).toBe('client')
    expect(ran).toEqual(['look'])
  })

  test('answers calls of unknown tools with an error', async () => {
    const { provider } = afterCalls(nativeCall('c1', 'fly'))
    const { reason, messages } = await runLoop({ provider, messages: QUESTION, tools: toolsOf().tools })
      .result
    expect(reason).toBe('answered')
    expect(JSON.stringify(messages[2])).toMatch(/fly.*look/)
  })

  test('ends at its limit of steps, and when the caller decides', async () => {
    const { provider } = scripted((_conversation, turn) => answer(null, nativeCall(`c${turn}`, 'look')))
    const { tools, ran } = toolsOf()
    const limited = await runLoop({ provider, messages: QUESTION, tools, steps: 3 }).result
    expect([limited.reason, ran.length]).toEqual(['steps', 3])
    const until: LoopOptions['until'] = ({ step, results }) => step === 2 && results.length === 1
    expect((await runLoop({ provider, messages: QUESTION, tools, until }).result).reason).toBe('until')
    expect((await runLoop({ provider, messages: QUESTION, tools }).result).responses).toHaveLength(20)
  })

  test('A13: ends after a number of steps, a call of a tool, or a condition of the host', async () => {
    const look = toolsOf().tools.slice(0, 1)
    const tools = [...look, defineTool({ name: 'other', execute: () => 'done' })]
    const ended = async (until: LoopOptions['until']) => {
      const { provider } = scripted((_conversation, turn) =>
        answer(null, nativeCall(`c${turn}`, turn === 2 ? 'other' : 'look')),
      )
      const { reason, responses } = await runLoop({ provider, messages: QUESTION, tools, until, steps: 6 })
        .result
      return [reason, responses.length]
    }
    const never = () => false
    expect(await ended(afterSteps(2))).toEqual(['until', 2])
    expect(await ended([never, afterCallOf('absent', 'other')])).toEqual(['until', 3])
    expect(await ended([async ({ messages }) => messages.length > 8, never])).toEqual(['until', 4])
    expect(await ended([afterCallOf('other'), afterSteps(1)])).toEqual(['until', 1])
    expect(await ended([never, afterCallOf('absent')])).toEqual(['steps', 6])
    expect(await ended([])).toEqual(['steps', 6])
  })

  test('C12: a message that a tool sends arrives as an event, also if listeners are slow', async () => {
    const { provider } = afterCalls(nativeCall('c1', 'look'))
    const execute = (_input: unknown, run: ToolRun) => {
      for (let page = 1; page <= 3; page += 1) run.send({ page, of: new Set([3]) })
      return 'done'
    }
    const tools = [defineTool({ name: 'look', execute })]
    const events = await eventsOf(runLoop({ provider, messages: QUESTION, tools }))
    const sent = events.flatMap((event) => (event.type === 'sent' ? [[event.callId, event.message]] : []))
    expect(sent).toEqual([1, 2, 3].map((page) => ['c1', { page, of: [3] }]))
    const types = events.map(({ type }) => type)
    expect(types.indexOf('started')).toBeLessThan(types.indexOf('sent'))
    expect(types.lastIndexOf('sent')).toBeLessThan(types.indexOf('completed'))
  })

  test('lets a hook change one turn', async () => {
    const { provider, asked } = afterCalls(nativeCall('c1', 'look'))
    const other = scripted(() => answer('Other.'))
    const { tools } = toolsOf()
    const { messages } = await runLoop({
      provider,
      messages: QUESTION,
      tools,
      beforeStep: ({ step, messages }) =>
        step === 1
          ? { toolChoice: { type: 'required' } }
          : { provider: other.provider, messages: messages.slice(-2) },
    }).result
    expect(asked).toMatchObject([{ toolChoice: { type: 'required' } }])
    expect(other.asked.map(({ messages }) => messages.length)).toEqual([2])
    expect(messages).toHaveLength(4)
  })

  /*
   * The server of a paused turn continues it when the conversation is sent again:
   * https://platform.claude.com/docs/en/api/handling-stop-reasons
   */
  test.each([
    [
      'continues the paused turn of the provider that answered',
      true,
      ['model', 'claude', 'claude'],
      'answered',
    ],
    [
      'ends at the paused turn of a provider that cannot continue it',
      false,
      ['model', 'claude'],
      'incomplete',
    ],
  ])('%s', async (_kind, canResume, expected, reason) => {
    const asked: string[] = []
    const words = ['pause_turn', 'end_turn']
    const inner = providerOf(anthropic, {
      ...{ model: 'claude', maxOutputTokens: 9, key: null, stream: false },
      fetch: async () => {
        asked.push('claude')
        const content = [{ type: 'text', text: 'Well.' }]
        const usage = { input_tokens: 1, output_tokens: 1 }
        const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' }
        return Response.json({ ...head, content, usage, stop_reason: words.shift(), stop_sequence: null })
      },
    })
    const claude = { ...inner, resumesPaused: canResume }
    const { provider: first } = scripted(() => {
      asked.push('model')
      return answer(null, nativeCall('c1', 'look'))
    })
    const { result } = runLoop({
      provider: { ...first, resumesPaused: !canResume },
      messages: QUESTION,
      tools: toolsOf().tools,
      beforeStep: ({ step }) => (step === 1 ? {} : { provider: claude }),
    })
    expect((await result).reason).toBe(reason)
    expect(asked).toEqual(expected)
  })

  test('keeps its progress if the provider fails, and reports the failure', async () => {
    const failure = new Error('429')
    const { provider } = scripted((_conversation, turn) =>
      turn === 0 ? answer(null, nativeCall('c1', 'look')) : failure,
    )
    const loop = runLoop({ provider, messages: QUESTION, tools: toolsOf().tools })
    await expect(eventsOf(loop)).rejects.toBe(failure)
    await expect(loop.result).rejects.toBe(failure)
    expect(loop.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  test('ends with the error of an answer', async () => {
    const { provider } = scripted(() => ({ ...answer(null), error: { message: 'overloaded' } }))
    const loop = runLoop({ provider, messages: QUESTION })
    const types: string[] = []
    const read = async () => {
      for await (const { type } of loop) types.push(type)
    }
    await expect(read()).rejects.toThrow(ResponseError)
    expect(types.slice(-2)).toEqual(['finish', 'loop-finish'])
    await expect(loop.result).rejects.toThrow(ResponseError)
  })

  test('is aborted by its signal, with the results of the calls that had ended', async () => {
    const abort = new AbortController()
    const { provider, asked } = afterCalls(nativeCall('c1', 'look'), nativeCall('c2', 'stop'))
    const stop = defineTool({ name: 'stop', execute: () => abort.abort() })
    const tools = [...toolsOf().tools, stop]
    const { reason, messages } = await runLoop({ provider, messages: QUESTION, tools, signal: abort.signal })
      .result
    expect([reason, asked.length]).toEqual(['aborted', 1])
    expect(messages.at(-1)?.parts).toHaveLength(2)
    const before = await runLoop({ provider, messages: QUESTION, tools, signal: AbortSignal.abort() }).result
    expect(before).toMatchObject({ reason: 'aborted', messages: QUESTION })
  })

  test('that is left awaits its calls, and has their results', async () => {
    const { provider } = afterCalls(nativeCall('c1', 'slow'))
    let isAborted = false
    const slow = defineTool({
      name: 'slow',
      execute: async (_input, { signal }) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        isAborted = true
        return 'was left'
      },
    })
    const loop = runLoop({ provider, messages: QUESTION, tools: [slow] })
    for await (const event of loop) if (event.type === 'started') break
    const { reason, messages } = await loop.result
    expect([reason, isAborted]).toEqual(['aborted', true])
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  test('receives only events of its own calls on a shared executor', async () => {
    const { tools } = toolsOf()
    const executor = createExecutor({ tools })
    const loops = ['one', 'two'].map((conversationId) => {
      const { provider } = afterCalls(nativeCall('c1', 'look'))
      return eventsOf(runLoop({ provider, messages: QUESTION, executor, context: { conversationId } }))
    })
    for (const events of await Promise.all(loops))
      expect(events.filter(({ type }) => type === 'completed')).toHaveLength(1)
  })

  test.each([
    [{}, '/provider'],
    [
      { provider: scripted(() => answer('')).provider, messages: [{ role: 'user', content: 'Hi' }] },
      '/messages/0',
    ],
    [{ provider: scripted(() => answer('')).provider, messages: QUESTION, steps: 0 }, '/steps'],
  ])('refuses options that cannot be meant: %#', (options, path) => {
    const run = () => runLoop(options as unknown as LoopOptions)
    expect(run).toThrow(AdapterError)
    expect(run).toThrow(expect.objectContaining({ path: expect.stringContaining(path) }))
  })
})

test('unknown options are rejected immediately, with a suggestion', () => {
  const { provider } = scripted(() => answer('Yes.'))
  const given = (more: object) => () =>
    Reflect.apply(runLoop, undefined, [{ provider, messages: [userMessage('Hi')], ...more }])
  expect(given({ maxSteps: 3 })).toThrow(/maxSteps is not an option of runLoop. Did you mean steps\?/)
  expect(given({ stopWhen: () => true })).toThrow(/Did you mean until\?/)
  expect(given({ outputSchema: {} })).toThrow(/Did you mean outputFormat\?/)
  expect(given({ temperatur: 1 })).toThrow(/Did you mean temperature\?/)
  expect(given({ temperature: 1, toolChoice: { type: 'auto' }, outputRetries: 1 })).not.toThrow()
  expect(() =>
    Reflect.apply(provider.turn, undefined, [{ messages: [userMessage('Hi')] }, { outputRetrys: 1 }]),
  ).toThrow(/Did you mean outputRetries\?/)
})
