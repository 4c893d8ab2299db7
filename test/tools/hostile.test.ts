import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, asNative } from '../../src/base/json/read-json.js'
import {
  assistantMessage,
  contentResult,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import { defineTool, type RunnableTool, runTools, type ToolOptions } from '../../src/index.js'
import { computerUse } from '../../src/tools/hosted-tools.js'
import {
  approveCall,
  type CallOutcome,
  composeExecutors,
  createExecutor,
  createPolicy,
  createToolEvents,
  type ExecutorOptions,
  formatError,
  type PolicyOptions,
  ToolError,
  withHostData,
} from '../../src/tools/index.js'
import { adapters } from '../support/adapters.js'
import { outputIn } from '../support/parts.js'

// Values that types reject, but untyped programs pass. In every case each call has exactly one result,
// nothing rejects or hangs, and only allowed calls run.

const unhandled = vi.fn()
beforeEach(() => {
  process.on('unhandledRejection', unhandled)
})
afterEach(() => {
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

type Execute = NonNullable<ToolOptions<JsonObject>['execute']>

function tool(name: string, execute: Execute, more: object = {}): RunnableTool {
  return { ...defineTool({ name, parameters: { type: 'object' }, execute }), ...more }
}

/** Returns a value of the wrong type, as an untyped program may pass it. */
function untyped<Wanted>(given: unknown): Wanted {
  return asNative(asJson(given))
}

async function toldBy(options: ExecutorOptions, ...calls: ToolCall[]) {
  const asked = calls.length === 0 ? [toolCall('c1', 't')] : calls
  const results = await createExecutor({ onWarning: () => {}, ...options }).execute(asked)
  expect(results.map(({ callId }) => callId)).toEqual(asked.map(({ id }) => id))
  return results.map(outputIn)
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(new Error('gone'), {})
  revoke()
  return proxy
}

function ring(): object {
  const given: { self?: object } = {}
  given.self = given
  return given
}

/** A promise of another library that never settles. */
const NEVER: unknown = Object.fromEntries([['then', () => {}]])
const GARBAGE: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['a text', 'x'],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['an empty object', {}],
  ['a circular object', ring()],
  ['what cannot be read', revoked()],
  ['half a result', { type: 'tool-result', callId: 'c1' }],
  ['a result of another call', { type: 'tool-result', callId: 'c2', output: { type: 'text', value: '' } }],
]

describe.each(GARBAGE)('%s', (name, given) => {
  const good = () => tool('t', () => 'good')
  const failing = () =>
    tool('t', () => {
      throw new Error('broken')
    })

  test('after and onError that give it change nothing', async () => {
    const hooks = untyped<NonNullable<ExecutorOptions['hooks']>>({
      after: () => given,
      onError: async () => given,
    })
    expect(await toldBy({ tools: [good()], hooks })).toEqual(['good'])
    expect(await toldBy({ tools: [failing()], hooks })).toEqual(['broken'])
  })

  test('a formatter that gives it changes nothing', async () => {
    if (typeof given === 'string') return
    const formatError = () => untyped<string>(given)
    expect(await toldBy({ tools: [failing()], formatError })).toEqual(['broken'])
  })

  test('a policy, a rule or a person with an invalid verdict lets nothing run', async () => {
    const run = vi.fn()
    const tools = [tool('t', run)]
    await toldBy({ tools, policy: { decide: () => untyped(given) } })
    await toldBy({ tools, policy: { decide: async () => ({ action: untyped(given) }) } })
    const rule = (action: 'allow' | 'deny') => ({ tool: 't', action, when: () => untyped<boolean>(given) })
    if (given !== true) {
      await toldBy({ tools, policy: createPolicy({ rules: [rule('allow')], default: 'deny' }) })
      await toldBy({ tools, policy: createPolicy({ rules: [rule('deny')], default: 'allow' }) })
    }
    const destructive = [tool('t', run, { destructive: true })]
    await toldBy({ tools: destructive, mode: 'guarded', approve: () => untyped(given) })
    expect(run).not.toHaveBeenCalled()
  })

  test('a tool that throws it has an error for its result', async () => {
    const throwing = tool('t', () => {
      throw given
    })
    const [result] = await createExecutor({ tools: [throwing] }).execute([toolCall('c1', 't')])
    const [small] = await runTools(assistantMessage(toolCall('c1', 't')), [throwing])
    expect([result, small]).toMatchObject([
      { callId: 'c1', isError: true },
      { callId: 'c1', isError: true },
    ])
  })

  test('as tools: the previous tools are used', async () => {
    let current: unknown = [good()]
    const executor = createExecutor({ tools: () => untyped(current), onWarning: () => {} })
    await executor.execute([toolCall('c0', 't')])
    current = given
    expect((await executor.execute([toolCall('c1', 't')])).map(outputIn)).toEqual(['good'])
    expect(name).not.toBe('')
  })
})

describe('rules that let nothing pass', () => {
  const runs = (options: Partial<ExecutorOptions>, more: object = {}, call = toolCall('c1', 't')) => {
    const run = vi.fn()
    const result = toldBy({ tools: [tool('t', run, more)], ...options }, call)
    return result.then(() => run.mock.calls.length > 0)
  }

  test('a policy without a verdict for a call', async () => {
    expect(await runs({ policy: { decide: () => untyped(undefined) } })).toBe(false)
  })

  test('a rule whose `when` returns neither true nor false', async () => {
    const when = () => untyped<boolean>(undefined)
    expect(
      await runs({
        policy: createPolicy({ rules: [{ tool: 't', when, action: 'allow' }], default: 'deny' }),
      }),
    ).toBe(false)
    expect(
      await runs({
        policy: createPolicy({ rules: [{ tool: 't', when, action: 'deny' }], default: 'allow' }),
      }),
    ).toBe(false)
  })

  test('a rule for a tool applies to a call under any name', async () => {
    const runsClick = async (rules: PolicyOptions['rules'], otherwise: 'allow' | 'deny') => {
      const run = vi.fn()
      const { kind: _, ...call } = toolCall('c1', 'click_at')
      const click: ToolCall = untyped({ ...call, kind: 'computer' })
      const policy = createPolicy({ rules, default: otherwise })
      await createExecutor({ tools: [computerUse({ execute: run })], policy }).execute([click])
      return run.mock.calls.length > 0
    }
    expect(await runsClick([{ tool: 'computer', action: 'deny' }], 'allow')).toBe(false)
    expect(await runsClick([{ tool: 'click_at', action: 'deny' }], 'allow')).toBe(false)
    expect(await runsClick([{ tool: 'click_at', action: 'ask' }], 'allow')).toBe(false)
    expect(await runsClick([{ tool: 'click_at', action: 'allow' }], 'deny')).toBe(false)
    expect(await runsClick([{ tool: 'computer', action: 'allow' }], 'deny')).toBe(true)
  })

  test('a mode that is spelled wrong throws', async () => {
    const mode = untyped<'guarded'>('Guarded')
    expect(() => createExecutor({ tools: [], mode })).toThrow('(at /mode)')
    await expect(createExecutor({ tools: [] }).execute([], { mode })).rejects.toThrow('(at /mode)')
  })

  test('a guarded executor is guarded in batches of every mode', async () => {
    const run = vi.fn()
    const executor = createExecutor({ tools: [tool('t', run, { destructive: true })], mode: 'guarded' })
    for (const mode of ['parallel', 'sequential', 'guarded'] as const)
      await executor.execute([toolCall('c1', 't')], { mode })
    expect(run).not.toHaveBeenCalled()
  })

  test('permission for a call of one conversation does not apply to another', async () => {
    const run = vi.fn()
    const tools = [tool('t', run, { requiresApproval: true })]
    const executor = createExecutor({ tools, context: { conversationId: 'a' } })
    const [outcome] = await executor.dispatch([toolCall('c1', 't')])
    const approvals = outcome?.status === 'waiting' ? [approveCall(outcome.request)] : []
    await executor.execute([toolCall('c1', 't')], { approvals, context: { conversationId: 'b' } })
    expect(run).not.toHaveBeenCalled()
    await executor.execute([toolCall('c1', 't')], { approvals })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('permission for a tool of one namespace does not apply to its namesake in another', async () => {
    const ran: string[] = []
    const inNamespace = (name: string) =>
      tool('remove', () => void ran.push(name), { namespace: { name }, requiresApproval: true })
    const executor = createExecutor({ tools: [inNamespace('draft'), inNamespace('live')] })
    const call = { ...toolCall('c1', 'remove'), namespace: 'draft' }
    for (const mode of ['parallel', 'sequential'] as const) {
      const [, outcome] = await executor.dispatch([toolCall('c0', 'remove'), call], { mode })
      expect(outcome).toMatchObject({ status: 'waiting', request: { namespace: 'draft' } })
      const approvals = outcome?.status === 'waiting' ? [approveCall(outcome.request)] : []
      await executor.execute([{ ...call, namespace: 'live' }], { approvals })
      await executor.execute([call], { approvals })
    }
    expect(ran).toEqual(['draft', 'draft'])
  })

  test('R10: a batch gives back no tool that the executor may not use', async () => {
    const run = vi.fn()
    const executor = createExecutor({ tools: [tool('t', run), tool('u', run)], allowedTools: ['u'] })
    await executor.execute([toolCall('c1', 't')], { allowedTools: ['t'] })
    await executor.execute([toolCall('c1', 't')], { allowedTools: 'inherit' })
    expect(run).not.toHaveBeenCalled()
  })

  test('a quota that is not a number throws', () => {
    const quota = { perTool: { t: Number.NaN } }
    expect(() => createExecutor({ tools: [], quota })).toThrow('(at /quota/perTool/t)')
  })

  test('a time of a tool that is not a number throws, or leaves the tools that were there before', async () => {
    for (const timeout of [Number.NaN, 0, 'soon']) {
      const wrong = tool('t', () => 1, { timeout })
      expect(() => createExecutor({ tools: [wrong] })).toThrow('(at /tools/t/timeout)')
      expect(await toldBy({ tools: () => [wrong] })).toEqual(['There is no tool "t". There are none.'])
    }
    expect(() => createExecutor({ tools: untyped(undefined) })).toThrow('(at /tools)')
  })

  test('a fractional concurrency is rounded down', async () => {
    let running = 0
    const counts: number[] = []
    const busy = tool('t', async () => {
      running += 1
      counts.push(running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
    })
    await toldBy({ tools: [busy], concurrency: 1.5 }, toolCall('a', 't'), toolCall('b', 't'))
    expect(counts).toEqual([1, 1])
  })

  test('calls that are added while a sequence runs are not of its batch', async () => {
    const calls = [toolCall('a', 't')]
    const adding = tool('t', () => void calls.push(toolCall(`b${calls.length}`, 't')))
    const results = await createExecutor({ tools: [adding], mode: 'sequential' }).execute(calls)
    expect(results).toHaveLength(1)
  })

  test('names of what every object has are names like others', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    const calls = names.map((name) => toolCall(name, name))
    const tools = names.map((name) => tool(name, () => name))
    expect(await toldBy({ tools, quota: { perTool: { constructor: 0 } } }, ...calls)).toEqual([
      '__proto__',
      'constructor may be run 0 times, and it was.',
      'hasOwnProperty',
      'toString',
    ])
    expect(await toldBy({ tools: [], quota: { perTool: {} } }, ...calls)).toHaveLength(4)
  })
})

function after<Answer>(work: () => void, answer: Answer): Answer {
  work()
  return answer
}

describe('the end of a batch', () => {
  test.each([
    [
      'in a hook',
      (abort: () => void): Partial<ExecutorOptions> => ({ hooks: { before: () => void abort() } }),
    ],
    ['in the policy', (abort) => ({ policy: { decide: () => after(abort, { action: 'allow' }) } })],
    ['while the arguments are checked', () => ({})],
    [
      'while somebody is asked',
      (abort) => ({
        mode: 'guarded',
        approve: async () => after(abort, { type: 'approve' }),
      }),
    ],
  ] satisfies [string, (abort: () => void) => Partial<ExecutorOptions>][])(
    '%s: the tool is not run',
    async (name, options) => {
      const run = vi.fn()
      const controller = new AbortController()
      const abort = () => controller.abort()
      const validate = async (value: unknown) => {
        abort()
        return { value }
      }
      const schema = name === 'while the arguments are checked' && { validate }
      const executor = createExecutor({
        tools: [tool('t', run, { ...schema, destructive: true })],
        ...options(abort),
      })
      const results = await executor.execute([toolCall('c1', 't')], { signal: controller.signal })
      expect(results).toMatchObject([{ callId: 'c1', category: 'cancelled' }])
      expect(run).not.toHaveBeenCalled()
    },
  )

  test.each<[string, Partial<ExecutorOptions>, object?]>([
    ['a schema', {}, { validate: () => NEVER }],
    ['a hook', { hooks: { before: () => untyped(NEVER) } }],
    ['a policy', { policy: { decide: () => untyped(NEVER) } }],
    ['a tool that is asked', {}, { requiresApproval: () => NEVER }],
    ['a person', { mode: 'guarded', approve: () => untyped(NEVER) }],
    ['onError', { hooks: { before: () => untyped(NEVER), onError: () => untyped(NEVER) } }],
    ['formatError', { hooks: { before: () => untyped(NEVER) }, formatError: () => untyped(NEVER) }],
  ])('%s that never answers does not hold it up', async (_name, options, more = {}) => {
    const tools = [tool('t', () => 1, { destructive: true, ...more })]
    expect(await toldBy({ tools, totalTimeout: 10, ...options })).toEqual([
      'The calls of this turn took longer than 10 ms and was cancelled.',
    ])
  })

  test('hooks of a call that was stopped have a moment for their last words', async () => {
    const never = tool('t', () => new Promise(() => {}))
    const onError = async (_error: unknown, call: ToolCall): Promise<ToolResult> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return {
        type: 'tool-result',
        callId: call.id,
        name: 't',
        output: { type: 'text', value: 'late' },
        isError: false,
        providerExecuted: false,
      }
    }
    expect(await toldBy({ tools: [never], totalTimeout: 5, hooks: { onError } })).toEqual(['late'])
  })

  test('telemetry that never ends holds up nothing', async () => {
    const around = (_told: unknown, work: () => Promise<CallOutcome>) => {
      work()
      return new Promise<never>(() => {})
    }
    expect(await toldBy({ tools: [tool('t', () => 1)], telemetry: { around } })).toEqual([1])
  })

  test('promises of the host that reject where none is waited for end no process', async () => {
    const reject = async () => {
      throw new Error('no')
    }
    const options = { tools: untyped<() => RunnableTool[]>(reject), onWarning: untyped<() => void>(reject) }
    expect(await toldBy(options)).toEqual(['There is no tool "t". There are none.'])
    const idle = tool('t', (_input, run) => run.isIdle)
    expect(await toldBy({ tools: [idle], context: { isIdle: untyped<() => boolean>(reject) } })).toEqual([
      false,
    ])
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('a policy that fails to list hidden tools hides nothing', async () => {
    const policy = {
      decide: () => ({ action: 'allow' as const }),
      hides() {
        throw new Error('no')
      },
    }
    const executor = createExecutor({ tools: [tool('t', () => 1)], policy, onWarning: () => {} })
    expect(executor.definitions.map(({ name }) => name)).toEqual(['t'])
    expect((await executor.execute([toolCall('c1', 'x')])).map(outputIn)).toEqual([
      'There is no tool "x". There are: t.',
    ])
  })
})

describe('remaining state', () => {
  test('no timer', async () => {
    vi.useFakeTimers()
    try {
      const failing = tool('t', () => Promise.reject(new Error('broken')))
      const limits = { timeout: 50_000, totalTimeout: 60_000 }
      await toldBy(
        { tools: [failing, tool('u', () => 1)], ...limits },
        toolCall('a', 't'),
        toolCall('b', 'u'),
      )
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('nothing on a signal that ends later', async () => {
    const kept: AbortSignal[] = []
    const keeping = tool('t', (_input, run) => void kept.push(run.signal))
    const controller = new AbortController()
    await createExecutor({ tools: [keeping] }).execute([toolCall('c1', 't')], { signal: controller.signal })
    await createExecutor({ tools: [keeping], context: { signal: controller.signal } }).execute([
      toolCall('c1', 't'),
    ])
    controller.abort()
    expect(kept.map(({ aborted }) => aborted)).toEqual([false, false])
  })

  test('no used slot, whether calls fail or are stopped while they wait', async () => {
    const tools = [
      tool('fail', () => Promise.reject(new Error('broken'))),
      tool('slow', () => new Promise((resolve) => setTimeout(resolve, 50, 'done'))),
    ]
    const executor = createExecutor({ tools, concurrency: 1 })
    await executor.execute([toolCall('c1', 'fail')])
    const controller = new AbortController()
    const first = executor.execute([toolCall('c2', 'slow')])
    const second = executor.execute([toolCall('c3', 'slow')], { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort()
    expect((await second).map(({ category }) => category)).toEqual(['cancelled'])
    await first
    expect((await executor.execute([toolCall('c4', 'slow')])).map(outputIn)).toEqual(['done'])
  })
})

describe('iterables', () => {
  test.each<[string, () => unknown]>([
    [
      'a generator',
      function* () {
        for (;;) yield 1
      },
    ],
    [
      'an async generator',
      async function* () {
        for (;;) yield 1
      },
    ],
  ])('%s that never waits ends with its time', async (_name, execute) => {
    expect(await toldBy({ tools: [tool('t', execute)], timeout: 30 })).toEqual([
      't took longer than 30 ms and was cancelled.',
    ])
  })

  test('a step that is not an object is an error', async () => {
    const steps = () => ({ [Symbol.asyncIterator]: () => ({ next: () => 5 }) })
    expect(await toldBy({ tools: [tool('t', steps)], timeout: 100 })).toEqual([
      'The iterator gave no object.',
    ])
  })

  test('one whose output has no receiver is stopped', async () => {
    const end = vi.fn()
    const execute = async function* () {
      try {
        yield 1n
        yield 'there'
      } finally {
        end()
      }
    }
    expect(await toldBy({ tools: [tool('t', execute)] })).toEqual(['the value is a bigint'])
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('one that ignores its abort is not awaited', async () => {
    const never = () => new Promise(() => {})
    const endless = () => ({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) })
    expect(await toldBy({ tools: [tool('t', endless)], timeout: 5 })).toEqual([
      't took longer than 5 ms and was cancelled.',
    ])
  })
})

describe('a tool', () => {
  test('changes its input: the call is unchanged, and the next attempt gets the original', async () => {
    const got: unknown[] = []
    const greedy = tool(
      't',
      (input) => {
        got.push(input.left)
        Object.assign(input, { left: 0 })
        throw Object.assign(new Error('busy'), { status: 503 })
      },
      { retryable: true },
    )
    const call = toolCall('c1', 't', { left: 3 })
    await toldBy({ tools: [greedy], retries: { delay: 1 } }, call)
    expect(got).toEqual([3, 3, 3])
    await runTools(assistantMessage(call), [greedy])
    expect(call.arguments).toEqual({ left: 3 })
  })

  test('cannot pose as the executor', async () => {
    const types: unknown[] = []
    const posing = tool('t', (_input, run) => {
      run.reportRollback(untyped({ type: 'completed', callId: 'x', restoredCount: 1, deletedCount: 0 }))
      run.emit(untyped(Buffer.from('bytes')))
      return 1
    })
    const onEvent: ExecutorOptions['onEvent'] = (event) =>
      void types.push([event.type, event.callId, event.type === 'output-chunk' ? event.chunk : undefined])
    await toldBy({ tools: [posing], onEvent })
    expect(types).toEqual([
      ['started', 'c1', undefined],
      ['rolled-back', 'c1', undefined],
      ['output-chunk', 'c1', 'bytes'],
      ['completed', 'c1', undefined],
    ])
  })

  test('gives more texts than there is room for: the rest is one text', async () => {
    const parts = Array.from({ length: 1000 }, () => ({ type: 'text' as const, text: 'x'.repeat(100) }))
    const many = tool('t', (_input, { call }) => contentResult(call, parts))
    const [given] = await toldBy({ tools: [many], maxOutputCharacters: 250 })
    expect(given).toMatchObject([
      parts[0],
      parts[1],
      { text: expect.stringMatching(/^x{25}\n.* 100747 .*\nx{25}$/) },
    ])
  })

  test('throws an error of another realm: the model gets its message, not its members', async () => {
    const failing = tool('t', () => {
      throw runInNewContext('Object.assign(new Error("refused"), { token: "secret" })')
    })
    expect(await toldBy({ tools: [failing] })).toEqual(['refused'])
  })
})

describe('one executor, many conversations', () => {
  const keep = tool('keep', (_input, run) => run.setState('who', run.conversationId))
  const who = tool('who', (_input, run) => run.getState('who', 'nobody'))
  const ask = async (executor: ReturnType<typeof createExecutor>, name: string, conversationId: string) => {
    const results = await executor.execute([toolCall('c1', name)], { context: { conversationId } })
    return outputIn(results[0])
  }

  test('C4: their states are apart, from batch to batch', async () => {
    const executor = createExecutor({ tools: [keep, who], context: { conversationId: 'own' } })
    await ask(executor, 'keep', 'a')
    expect(await ask(executor, 'who', 'a')).toBe('a')
    expect(await ask(executor, 'who', 'b')).toBe('nobody')
    expect(await ask(executor, 'who', 'own')).toBe('nobody')
  })

  test('C4: a state that the host gives is shared', async () => {
    const { state } = createExecutorState()
    const executor = createExecutor({ tools: [keep, who], context: { state } })
    await ask(executor, 'keep', 'a')
    expect(await ask(executor, 'who', 'b')).toBe('a')
  })
})

function createExecutorState() {
  const texts = new Map<string, string>()
  return {
    state: {
      get: (key: string) => texts.get(key),
      set: (key: string, text: string) => void texts.set(key, text),
    },
  }
}

describe.each(adapters.map(({ adapter }) => [adapter.id, adapter] as const))('to %s', (_wire, adapter) => {
  test('C7, Z6: data for the host is not sent', async () => {
    const secret = { key: 'for the host alone' }
    const cause = new Error(secret.key)
    const tools = [
      tool('failing', () => {
        throw new ToolError('It failed.', { category: 'server_error', metadata: secret, cause })
      }),
      tool('telling', (_input, { call }) =>
        withHostData(toolResult(call, 'done'), { raw: secret, claimSource: secret.key }),
      ),
      tool('hiding', () => secret, { toModelOutput: () => 'done' }),
      tool('pictured', (_input, { call }) => ({
        ...contentResult(call, [{ type: 'text', text: 'done' }]),
        metadata: secret,
      })),
    ]
    const calls = tools.map(({ name }, at) => toolCall(`call_${at}`, name))
    const results = await createExecutor({ tools, formatError }).execute(calls)
    expect(JSON.stringify(results).split(secret.key)).toHaveLength(6)
    const messages = [userMessage('Go on.'), assistantMessage(...calls), toolMessage(results)]
    const sent = JSON.stringify([
      adapter.toolResults(results),
      adapter.encodeRequest({ model: 'm', messages, tools: [] }).value,
    ])
    expect(sent.split('It failed.')).toHaveLength(3)
    expect(sent).not.toContain(secret.key)
    expect(sent).not.toMatch(/"(?:raw|metadata|category|retryable)"/)
  })
})

describe('executors that are composed', () => {
  test.each(['parallel', 'sequential'] as const)(
    '%s: a call that is there twice is run once',
    async (mode) => {
      const run = vi.fn(() => run.mock.calls.length)
      const first = createExecutor({ tools: [tool('t', run)] })
      const second = createExecutor({ tools: [tool('u', run)] })
      const both = composeExecutors(first, first, second)
      const calls = [toolCall('c1', 't'), toolCall('c1', 't'), toolCall('c1', 'u'), toolCall('c1', 'x')]
      const results = await both.execute(mode === 'sequential' ? calls.slice(0, 2) : calls, { mode })
      expect(results.map(outputIn)).toEqual(
        mode === 'sequential'
          ? [1, 1]
          : [
              1,
              1,
              'Two calls have the id "c1": only the first one was run.',
              'There is no tool "x". There are: t, u.',
            ],
      )
      expect(run).toHaveBeenCalledTimes(1)
    },
  )

  test('and share a bus emit each event once', async () => {
    const events = createToolEvents()
    const types: string[] = []
    const both = composeExecutors(
      createExecutor({ tools: [tool('t', () => 1)], events }),
      createExecutor({ tools: [], events }),
    )
    both.subscribe(({ type }) => void types.push(type))
    await both.execute([toolCall('c1', 't')])
    expect(types).toEqual(['started', 'completed'])
  })
})

test('equal ids with arguments too deep to be compared are two calls', async () => {
  const deep = () => JSON.parse(`${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`)
  const results = await toldBy(
    { tools: [tool('t', () => 1)] },
    toolCall('c1', 't', deep()),
    toolCall('c1', 't', deep()),
  )
  expect(results[1]).toBe('Two calls have the id "c1": only the first one was run.')
})
