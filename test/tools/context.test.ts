import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { equalJson } from '../../src/base/json/write-json.js'
import { toolCall } from '../../src/base/model/create.js'
import type { ContextWarning, StateStore, ToolContextOptions } from '../../src/tools/context/context-types.js'
import { createExtension, provide } from '../../src/tools/context/extension.js'
import { memoryState } from '../../src/tools/context/memory-state.js'
import { contextOf, createToolContext, runOf } from '../../src/tools/context/tool-context.js'
import { ToolError } from '../../src/tools/errors/tool-error.js'
import { jsonValue } from '../support/arbitraries.js'

const { signal } = new AbortController()
const call = toolCall('call_1', 'weather', { city: 'Oslo' })

/** Returns a context that records its warnings. */
function watched(options: ToolContextOptions) {
  const warnings: ContextWarning[] = []
  const onWarning = (warning: ContextWarning) => void warnings.push(warning)
  return { warnings, context: createToolContext({ onWarning, ...options }) }
}

const down = new Error('connect ECONNREFUSED')
const fails = () => {
  throw down
}
const failing: Readonly<Record<string, StateStore>> = {
  'throws at once': { get: fails, set: fails },
  rejects: { get: async () => fails(), set: async () => fails() },
}

describe('C1: a context', () => {
  test('C1: names the conversation and the caller, and keeps state', async () => {
    const context = createToolContext({ conversationId: 'c-17', callerId: 'user-1', skills: ['pdf'] })
    expect(context).toMatchObject({
      conversationId: 'c-17',
      callerId: 'user-1',
      skills: ['pdf'],
      isIdle: false,
    })
    expect(await context.getState('count', 0)).toBe(0)
    await context.setState('count', 3)
    await context.setState('count', 4)
    expect(await context.getState('count', 0)).toBe(4)
  })

  test('C1: derives another identity with the same state, extensions and signal', async () => {
    const tenant = createExtension<string>('tenant')
    const first = createToolContext({
      conversationId: 'c',
      callerId: 'a',
      signal,
      extensions: [provide(tenant, 'acme')],
    })
    const second = first.derive({ callerId: 'b', conversationId: undefined })
    expect(second).toMatchObject({ conversationId: 'c', callerId: 'b' })
    expect(second.state).toBe(first.state)
    expect(second.signal).toBe(signal)
    expect(second.extension(tenant)).toBe('acme')
    await second.setState('seen', true)
    expect(await first.getState('seen', false)).toBe(true)
    expect(first.callerId).toBe('a')
  })

  test('does not change', () => {
    const skills = ['pdf']
    const context = createToolContext({ conversationId: 'c', skills })
    skills.push('excel')
    expect(context.skills).toEqual(['pdf'])
    for (const target of [context, runOf(context, { call, signal }), context.skills])
      for (const key of ['callerId', 'conversationId', 'signal', 'getState', 'anything', '0'])
        expect(() => Object.defineProperty(target, key, { value: 'forged' }), key).toThrow(TypeError)
  })

  test('is not made of something that merely looks like one', () => {
    const lookalike = { ...createToolContext(), skills: [], state: memoryState(), isIdle: false }
    expect(() => contextOf(lookalike)).toThrow('made by createToolContext')
  })

  test('is used unchanged, and created from options', () => {
    const context = createToolContext()
    expect(contextOf(context)).toBe(context)
    expect(contextOf({ callerId: 'a' }).callerId).toBe('a')
  })
})

describe('C2: a failing store', () => {
  for (const [how, state] of Object.entries(failing)) {
    test(`C2: which ${how}: a read gives the fallback and warns with the key and the cause`, async () => {
      const { context, warnings } = watched({ state })
      expect(await context.getState('cart', ['fallback'])).toEqual(['fallback'])
      expect(warnings).toEqual([{ message: expect.stringContaining('"cart"'), key: 'cart', cause: down }])
    })

    test(`C2: which ${how}: a write throws a ToolError that names the key`, async () => {
      const { context } = watched({ state })
      const error = await context.setState('cart', []).catch((error) => error)
      expect(error).toBeInstanceOf(ToolError)
      expect(error).toMatchObject({
        message: expect.stringContaining('"cart"'),
        cause: down,
        category: 'server_error',
        retryable: true,
      })
    })
  }

  test('C2: marked as broken: it is not used, and is used again once the mark is removed', async () => {
    const state = { ...memoryState(), isBroken: true }
    const asked = vi.spyOn(state, 'get')
    const { context, warnings } = watched({ state })
    expect(await context.getState('cart', 1)).toBe(1)
    await expect(context.setState('cart', 2)).rejects.toThrow('"cart"')
    expect(asked).not.toHaveBeenCalled()
    expect(warnings).toHaveLength(1)
    state.isBroken = false
    expect(await context.getState('cart', 1)).toBe(1)
    await context.setState('cart', 2)
    expect(await context.getState('cart', 1)).toBe(2)
  })

  test('C2: whose mark cannot be read fails like one that cannot be read', async () => {
    const state = { ...memoryState() }
    Object.defineProperty(state, 'isBroken', { get: fails })
    const { context, warnings } = watched({ state })
    expect(await context.getState('cart', 1)).toBe(1)
    await expect(context.setState('cart', 2)).rejects.toMatchObject({ name: 'ToolError', cause: down })
    expect(warnings[0]?.cause).toBe(down)
  })

  test('C2: that holds no JSON gives the fallback and warns', async () => {
    const { context, warnings } = watched({ state: { get: () => '{"half":', set() {} } })
    expect(await context.getState('cart', 'none')).toBe('none')
    expect(warnings).toEqual([{ message: expect.any(String), key: 'cart', cause: expect.any(Error) }])
  })

  test('C2: no listener of warnings can break a read', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    for (const onWarning of [fails, async () => fails()]) {
      const context = createToolContext({ state: failing['rejects'], onWarning })
      expect(await context.getState('cart', 1)).toBe(1)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('warns on the console without a listener', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await createToolContext({ state: failing['rejects'] }).getState('cart', 1)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('"cart"'), down)
    warn.mockRestore()
  })
})

describe('trap 12: no write is lost in silence', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  const values: Readonly<Record<string, unknown>> = {
    'a BigInt': 1n,
    'a BigInt inside': { deep: [1n] },
    'a circular value': circular,
    'a function': () => 1,
    'a Response': new Response('x'),
    'NaN inside': { average: Number.NaN },
    'a symbol': Symbol('s'),
    undefined: undefined,
    'what throws in toJSON': { toJSON: fails },
  }
  test.each(Object.entries(values))(
    'trap 12: %s has no JSON: a ToolError that names the key',
    async (_, value) => {
      const context = createToolContext()
      await context.setState('cart', 'before')
      const error = await context.setState('cart', value).catch((error) => error)
      expect(error).toBeInstanceOf(ToolError)
      expect(error).toMatchObject({ message: expect.stringContaining('"cart"'), retryable: false })
      expect(error.cause).toBeInstanceOf(Error)
      expect(await context.getState('cart', '')).toBe('before')
    },
  )
})

describe('data behind a fallback is not lost', () => {
  /** Returns a store that fails at the given reads. */
  function unsteady(...down: readonly number[]) {
    const store = memoryState()
    let reads = 0
    const get = async (key: string) => {
      reads += 1
      if (down.includes(reads)) throw new Error('busy')
      return store.get(key)
    }
    return { ...store, get }
  }

  test('after a read that failed nothing is written, until one succeeds', async () => {
    const { context } = watched({ state: unsteady(1, 3) })
    await context.setState('cart', ['tea', 'milk'])
    const cart = await context.getState<string[]>('cart', [])
    const error = await context.setState('cart', [...cart, 'bread']).catch((error) => error)
    expect(error).toMatchObject({ category: 'server_error', message: expect.stringContaining('"cart"') })
    expect(error.cause).toEqual(new Error('busy'))
    await context.setState('other', 1)
    expect(await context.getState('cart', [])).toEqual(['tea', 'milk'])
    await context.setState('cart', ['bread'])
    await context.getState('cart', [])
    await expect(context.setState('cart', [])).rejects.toThrow('"cart"')
    expect(await context.getState('cart', [])).toEqual(['bread'])
  })

  test('this applies to derived contexts, and to a single call', async () => {
    const { context } = watched({ state: unsteady(1, 2) })
    await context.getState('cart', [])
    await expect(context.derive({ callerId: 'sub' }).setState('cart', [])).rejects.toThrow('"cart"')
    await context.derive({ state: memoryState() }).setState('cart', [])
    const run = runOf(context, { call, signal })
    await run.setState('cart', ['tea'])
    await run.getState('cart', [])
    await expect(run.setState('cart', [])).rejects.toThrow('"cart"')
    await runOf(context, { call, signal }).setState('cart', ['milk'])
  })

  test('an unreadable value is not changed', async () => {
    const state = unsteady(1)
    const { context } = watched({ state })
    await context.setState('cart', ['tea'])
    const change = vi.fn()
    const error = await context.updateState<string[]>('cart', [], change).catch((error) => error)
    expect(error).toMatchObject({ category: 'server_error', cause: new Error('busy') })
    await state.set('cart', 'no JSON')
    await expect(context.updateState<string[]>('cart', [], change)).rejects.toThrow('"cart"')
    expect(change).not.toHaveBeenCalled()
    expect(await state.get('cart')).toBe('no JSON')
  })
})

describe('a change in one step', () => {
  test('ten calls of the guide’s cart at once keep ten items', async () => {
    const context = createToolContext()
    const add = (item: string) => context.updateState<string[]>('cart', [], (items) => [...items, item])
    const items = Array.from({ length: 10 }, (_, at) => `item ${at}`)
    await Promise.all(items.map(add))
    expect([...(await context.getState<string[]>('cart', []))].sort()).toEqual(items)
  })

  test('receives and returns copies; a thrown error, or a value without JSON, changes nothing', async () => {
    const context = createToolContext()
    const fallback: string[] = []
    const given = await context.updateState('cart', fallback, async (items) => [...items, 'tea'])
    given.push('changed after it was kept')
    expect(fallback).toEqual([])
    await expect(context.updateState('cart', fallback, fails)).rejects.toBe(down)
    await expect(context.updateState<unknown>('cart', 0, () => Number.NaN)).rejects.toMatchObject({
      name: 'ToolError',
      message: expect.stringContaining('"cart"'),
      retryable: false,
    })
    expect(await context.getState('cart', [])).toEqual(['tea'])
    expect(await context.updateState<unknown>('null', 1, () => null)).toBeNull()
    expect(await context.updateState<unknown>('null', 1, (value) => [value])).toEqual([null])
  })

  test('in a store that cannot do that it is refused, and so is one that others change all the time', async () => {
    const { replace: _, ...state } = memoryState()
    await expect(createToolContext({ state }).updateState('cart', 0, (n) => n + 1)).rejects.toThrow(
      /"cart".*`replace`/,
    )
    const busy = { ...memoryState(), replace: () => false }
    vi.useFakeTimers()
    const change = createToolContext({ state: busy }).updateState('cart', 0, (n) => n + 1)
    const refused = expect(change).rejects.toThrow(/"cart".*concurrent changes/)
    await vi.runAllTimersAsync()
    await refused
    vi.useRealTimers()
  })
})

describe('C3: values', () => {
  test('C3: are copied when stored and when read', async () => {
    const context = createToolContext()
    const cart = { items: ['tea'] }
    await context.setState('cart', cart)
    cart.items.push('changed after writing')
    const read = await context.getState('cart', cart)
    read.items.push('changed after reading')
    expect(await context.getState('cart', cart)).toEqual({ items: ['tea'] })
  })

  test('C3: any JSON value is read as it was stored', async () => {
    const context = createToolContext()
    await fc.assert(
      fc.asyncProperty(fc.string(), jsonValue, async (key, value) => {
        await context.setState(key, value)
        expect(equalJson(await context.getState<JsonValue>(key, 'absent'), value)).toBe(true)
      }),
    )
  })

  test('C3: a kept null is a value, an absent one is not', async () => {
    const context = createToolContext()
    await context.setState('cart', null)
    expect(await context.getState<string | null>('cart', 'fallback')).toBeNull()
    expect(await context.getState<string | null>('other', 'fallback')).toBe('fallback')
    expect(await context.getState<string | undefined>('other', undefined)).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', '', 'a b/c'])('C3: "%s" is a key like any other', async (key) => {
    const context = createToolContext()
    expect(await context.getState(key, 'absent')).toBe('absent')
    await context.setState(key, { polluted: true })
    expect(await context.getState(key, {})).toEqual({ polluted: true })
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('C4: state', () => {
  test('C4: is shared only by the holders of one handle', async () => {
    const state = memoryState()
    const [one, two, apart] = [
      createToolContext({ state }),
      createToolContext({ state }),
      createToolContext(),
    ]
    await one.setState('turn', 1)
    expect(await two.getState('turn', 0)).toBe(1)
    expect(await apart.getState('turn', 0)).toBe(0)
    expect(await createToolContext({ state: one.state }).getState('turn', 0)).toBe(1)
  })
})

describe('C5: whether the host is idle', () => {
  test('C5, trap 8: is read each time, also by contexts derived before', () => {
    let isIdle = false
    const context = createToolContext({ isIdle: () => isIdle })
    const others = [context, context.derive({ callerId: 'b' }), runOf(context, { call, signal })]
    expect(others.map((other) => other.isIdle)).toEqual([false, false, false])
    isIdle = true
    expect(others.map((other) => other.isIdle)).toEqual([true, true, true])
  })

  test('C5: is false if the host returns nothing, or throws, with a warning', () => {
    expect(createToolContext().isIdle).toBe(false)
    const { context, warnings } = watched({ isIdle: fails })
    expect(context.isIdle).toBe(false)
    expect(warnings).toEqual([{ message: expect.any(String), cause: down }])
  })
})

describe('C6: extensions', () => {
  class Database {
    readonly password = 'hunter2'
    readonly self = this
  }
  const tenant = createExtension<{ readonly id: string }>('tenant')
  const database = new Database()
  const context = createToolContext({
    conversationId: 'c',
    extensions: [provide(Database, database), provide(tenant, { id: 'secret-tenant' })],
  })

  test('C6: are found by class and by key, with their types', () => {
    expect(context.extension(Database)?.password).toBe('hunter2')
    expect(context.extension(tenant)?.id).toBe('secret-tenant')
    expect(context.extension(createExtension('tenant'))).toBeUndefined()
  })

  test('C6: of a derived context replace those of the same key only', () => {
    const other = context.derive({ extensions: [provide(tenant, { id: 'b' })] })
    expect(other.extension(tenant)?.id).toBe('b')
    expect(other.extension(Database)).toBe(database)
    expect(context.extension(tenant)?.id).toBe('secret-tenant')
  })

  test('C6: a call has them, too', () => {
    expect(runOf(context, { call, signal }).extension(Database)).toBe(database)
  })

  test('C6: are never written, neither as JSON nor to a log', () => {
    for (const value of [context, runOf(context, { call, signal })])
      for (const text of [JSON.stringify(value), inspect(value, { depth: 9, getters: false })])
        expect(text).not.toMatch(/hunter2|secret-tenant/)
  })

  test('C12: messages to the agent are possible with an extension', () => {
    const sent: string[] = []
    const send = createExtension<(message: string) => void>('send')
    const given = createToolContext({ extensions: [provide(send, (message) => sent.push(message))] })
    runOf(given, { call, signal }).extension(send)?.('done')
    expect(sent).toEqual(['done'])
  })
})

describe('the context of one call', () => {
  test("has the call, the attempt and the signal, and passes on the tool's output", () => {
    const said: unknown[] = []
    const undone: unknown[] = []
    const controller = new AbortController()
    const run = runOf(createToolContext({ callerId: 'a' }), {
      call,
      signal: controller.signal,
      attempt: 2,
      emit: (chunk) => said.push(chunk),
      reportRollback: (told) => undone.push(told),
    })
    expect(run).toMatchObject({ call, callId: 'call_1', attempt: 2, callerId: 'a' })
    expect(run.signal).toBe(controller.signal)
    expect(run.derive({}).signal).toBe(controller.signal)
    run.emit('one')
    run.reportRollback({ restoredCount: 1, deletedCount: 0 })
    expect([said, undone]).toEqual([['one'], [{ restoredCount: 1, deletedCount: 0 }]])
  })

  test('can do without listeners, and is then the first attempt', () => {
    const run = runOf(createToolContext(), { call, signal })
    expect(run.attempt).toBe(1)
    run.emit('nobody hears')
    run.reportRollback({ restoredCount: 0, deletedCount: 0 })
  })

  test("Z3: the call's caller and skills are used, if it names them", () => {
    const context = createToolContext({ callerId: 'session', skills: ['pdf'] })
    const run = runOf(context, { call: { ...call, callerId: 'sub-agent', skills: ['sql'] }, signal })
    expect(run).toMatchObject({ callerId: 'sub-agent', skills: ['sql'] })
    expect(run.derive({})).toMatchObject({ callerId: 'sub-agent', skills: ['sql'] })
    expect(runOf(context, { call, signal })).toMatchObject({ callerId: 'session', skills: ['pdf'] })
  })

  test('works when its functions are destructured', async () => {
    const { getState, setState, extension, derive } = runOf(createToolContext({ callerId: 'a' }), {
      call,
      signal,
    })
    await setState('count', 1)
    expect(await getState('count', 0)).toBe(1)
    expect(extension(Map)).toBeUndefined()
    expect(derive({}).callerId).toBe('a')
  })
})
