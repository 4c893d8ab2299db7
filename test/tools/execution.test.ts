import { describe, expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import { ENV_BLOCKLIST, ENV_LOCKED } from '../../src/tools/context/env-lists.js'
import {
  createExecutionContext,
  type ExecutionContext,
  executionOf,
  readExecutionContext,
  trustExecutionContext,
} from '../../src/tools/context/execution.js'
import { type ExecutionHost, resolveExecution } from '../../src/tools/context/resolve.js'
import { createToolContext, runOf } from '../../src/tools/context/tool-context.js'

const { signal } = new AbortController()

/** Returns a host on which every directory exists, without inherited values. */
function hostOf(change: Partial<ExecutionHost> = {}): ExecutionHost {
  return { cwd: '/process', findDirectory: (path) => path, ...change }
}

const call = createExecutionContext({ name: 'ci', cwd: 'call', env: { A: 'call' } })
const entry = createExecutionContext({ cwd: 'entry', env: { A: 'entry', B: 'entry' } })
const fallback = createExecutionContext({ cwd: 'fallback', env: { A: 'f', B: 'f', C: 'f', D: 'f' } })
const layered = hostOf({
  entries: { ci: entry },
  fallback,
  skillEnv: { A: 'skill', B: 'skill', C: 'skill' },
  env: { A: 'process', B: 'process', C: 'process', D: 'process', E: 'process', F: undefined },
})

describe('Z4: an execution context', () => {
  test('Z4: does not change; derived environments are copies', () => {
    const env = { CI: 'true' }
    const context = createExecutionContext({ name: 'ci', cwd: 'api', env })
    env.CI = 'changed'
    expect(context).toMatchObject({ name: 'ci', cwd: 'api', env: { CI: 'true' }, isTrusted: false })
    expect(context.with({ env: { CI: 'no', X: '1' } })).toMatchObject({
      name: 'ci',
      cwd: 'api',
      env: { CI: 'no', X: '1' },
    })
    expect(context.with({ cwd: 'web' })).toMatchObject({ cwd: 'web', env: { CI: 'true' } })
    expect(context.env).toEqual({ CI: 'true' })
    for (const target of [context, context.env])
      for (const key of ['cwd', 'isTrusted', 'CI'])
        expect(() => Object.defineProperty(target, key, { value: true }), key).toThrow(TypeError)
  })

  test('Z4: only host code makes it trusted, and no copy is', () => {
    const trusted = trustExecutionContext(createExecutionContext({ cwd: 'api' }))
    expect(trusted.isTrusted).toBe(true)
    expect(trusted.with({ cwd: 'web' }).isTrusted).toBe(false)
    expect(createExecutionContext(trusted).isTrusted).toBe(false)
    expect(readExecutionContext(JSON.parse(JSON.stringify(trusted))).isTrusted).toBe(false)
    expect(readExecutionContext({ isTrusted: true, trusted: true }).isTrusted).toBe(false)
    expect(JSON.stringify(trusted)).toBe('{"cwd":"api","env":{}}')
  })

  test('Z4: an object that calls itself trusted is not', async () => {
    const env = { LD_PRELOAD: 'evil.so', FINE: '1' }
    const forgeries: ExecutionContext[] = [
      { env, isTrusted: true, with: () => call },
      Object.create(trustExecutionContext({}), { env: { value: env } }),
      new Proxy(trustExecutionContext({ env }), {}),
    ]
    for (const forged of forgeries)
      expect(await resolveExecution(forged, hostOf())).toMatchObject({ env: { FINE: '1' }, isTrusted: false })
  })

  test.each<[string, unknown]>([
    ['no object', 'api'],
    ['a number', 0],
    ['a list', []],
    ['a directory that is not text', { cwd: 7 }],
    ['a directory with a NUL', { cwd: 'a\0b' }],
    ['a name that is not text', { name: {} }],
    ['variables that are not an object', { env: ['A=1'] }],
    ['a variable that is not text', { env: { A: 1 } }],
    ['a variable with a NUL', { env: { A: '\0' } }],
    ['a variable whose name holds =', { env: { 'A=B': '1' } }],
    ['a variable without a name', { env: { '': '1' } }],
  ])('Z4: %s in the JSON of a call is an error', (_, context) => {
    const run = runOf(createToolContext(), {
      call: { ...toolCall('1', 't'), context: context as null },
      signal,
    })
    expect(() => executionOf(run)).toThrow(
      expect.objectContaining({ name: 'ToolError', category: 'permanent_failure' }),
    )
  })

  test('Z4: "__proto__" is a variable like any other', async () => {
    const context = readExecutionContext(JSON.parse('{"env":{"__proto__":"x"}}'))
    const { env } = await resolveExecution(context, hostOf())
    expect(Object.entries(env)).toEqual([['__proto__', 'x']])
  })

  test('Z3: the environment of the call precedes that of the host, and is never trusted', () => {
    const execution = trustExecutionContext({ cwd: 'host' })
    const context = createToolContext({ execution })
    expect(executionOf(runOf(context, { call: toolCall('1', 't'), signal }))).toBe(execution)
    const own = { ...toolCall('1', 't'), context: { cwd: 'call', isTrusted: true } }
    expect(executionOf(runOf(context, { call: own, signal }))).toMatchObject({
      cwd: 'call',
      isTrusted: false,
    })
    expect(executionOf(runOf(context, { call: { ...own, context: null }, signal }))).toBe(execution)
    expect(executionOf(runOf(createToolContext(), { call: toolCall('1', 't'), signal }))).toBeUndefined()
  })
})

describe('Z4: where a command runs', () => {
  test('Z4: the directory is that of the call, the named entry, the fallback, the process', async () => {
    const cwdOf = async (context: ExecutionContext | undefined, host: ExecutionHost) =>
      (await resolveExecution(context, host)).cwd
    expect(await cwdOf(call, layered)).toBe('call')
    expect(await cwdOf(createExecutionContext({ name: 'ci' }), layered)).toBe('entry')
    expect(await cwdOf(createExecutionContext(), layered)).toBe('fallback')
    expect(await cwdOf(undefined, layered)).toBe('fallback')
    expect(await cwdOf(undefined, hostOf())).toBe('/process')
  })

  test('Z4: a variable is that of the call, the named entry, the skills, the fallback, the process', async () => {
    const { env, name } = await resolveExecution(call, layered)
    expect(env).toEqual({ A: 'call', B: 'entry', C: 'skill', D: 'f', E: 'process' })
    expect(name).toBe('ci')
    expect(Object.isFrozen(env)).toBe(true)
  })

  const bad = { LD_PRELOAD: 'x', PATH: '/evil' }
  const blind = {
    entries: { ci: createExecutionContext({ env: bad }), ops: trustExecutionContext({ env: bad }) },
  }

  test('Z4: untrusted sources cannot set blocked or locked variables', async () => {
    const host = hostOf({
      ...blind,
      fallback: createExecutionContext({ env: bad }),
      skillEnv: bad,
      env: { PATH: '/bin' },
    })
    for (const context of [
      undefined,
      createExecutionContext({ env: bad }),
      createExecutionContext({ name: 'ci' }),
    ])
      expect(await resolveExecution(context, host)).toMatchObject({ env: { PATH: '/bin' }, isTrusted: false })
  })

  test('Z4: environments that the host trusts set any variable, and skills next to them do not', async () => {
    const host = hostOf({ ...blind, skillEnv: { NODE_OPTIONS: '-r evil' }, env: { PATH: '/bin' } })
    const vouchedFor = { cwd: '/process', env: bad, isTrusted: true }
    expect(await resolveExecution(trustExecutionContext({ env: bad }), host)).toEqual(vouchedFor)
    expect(await resolveExecution(trustExecutionContext({ name: 'ops' }), host)).toEqual({
      ...vouchedFor,
      name: 'ops',
    })
    const fallback = trustExecutionContext({ env: bad })
    expect(await resolveExecution(undefined, { ...host, fallback })).toEqual(vouchedFor)
  })

  test('Z4: an untrusted context that names a trusted entry is not trusted', async () => {
    const resolved = await resolveExecution(createExecutionContext({ name: 'ops' }), hostOf(blind))
    expect(resolved).toEqual({ cwd: '/process', env: {}, name: 'ops', isTrusted: false })
  })

  test('Z4: a trusted context that names an untrusted entry is not trusted', async () => {
    const resolved = await resolveExecution(trustExecutionContext({ name: 'ci' }), hostOf(blind))
    expect(resolved).toMatchObject({ env: {}, isTrusted: false })
  })

  test('Z4: nothing blocked is inherited, not even by trusted contexts', async () => {
    const env = {
      PATH: '/bin',
      Path: '/win',
      NODE_OPTIONS: '-r x',
      node_options: 'x',
      BASH_FUNC_ls: 'x',
      MY_API_KEY: 'x',
    }
    const { env: inherited } = await resolveExecution(trustExecutionContext({}), hostOf({ env }))
    expect(inherited).toEqual({ PATH: '/bin', Path: '/win' })
  })

  test('Z4: the lists are the host’s to change; characters of expressions are literal', async () => {
    const host = hostOf({
      blocklist: ['MY.*', '(X)'],
      locked: [],
      env: { 'MY.A': '1', MYXA: '2', X: '3', '(X)': '4' },
    })
    const { env } = await resolveExecution(createExecutionContext({ env: { PATH: '/own' } }), host)
    expect(env).toEqual({ MYXA: '2', X: '3', PATH: '/own' })
    expect(
      (await resolveExecution(undefined, hostOf({ blocklist: [], env: { LD_PRELOAD: 'x' } }))).env,
    ).toEqual({
      LD_PRELOAD: 'x',
    })
  })

  test.each(['missing', '__proto__', 'constructor'])(
    'Z4: the unknown name "%s" is an error',
    async (name) => {
      await expect(resolveExecution(createExecutionContext({ name }), layered)).rejects.toMatchObject({
        name: 'ToolError',
        message: expect.stringContaining(name),
      })
    },
  )

  test('Z4: a directory that is not there is an error; nothing else is tried', async () => {
    const cause = new Error('EACCES')
    const hosts: [ExecutionHost, unknown][] = [
      [hostOf({ findDirectory: (path) => (path === 'call' ? undefined : path) }), undefined],
      [hostOf({ findDirectory: () => Promise.reject(cause) }), cause],
      [
        hostOf({
          findDirectory() {
            throw cause
          },
        }),
        cause,
      ],
    ]
    for (const [host, cause] of hosts)
      await expect(resolveExecution(createExecutionContext({ cwd: 'call' }), host)).rejects.toMatchObject({
        name: 'ToolError',
        message: 'There is no directory "call".',
        ...(cause === undefined ? {} : { cause }),
      })
  })

  test('the host learns whether it vouches for the caller, and its path is the one that counts', async () => {
    const asked: unknown[] = []
    const host = hostOf({
      findDirectory: async (path, isTrusted) => {
        asked.push([path, isTrusted])
        return `/real/${path}`
      },
    })
    expect((await resolveExecution(createExecutionContext({ cwd: 'a' }), host)).cwd).toBe('/real/a')
    await resolveExecution(trustExecutionContext({ cwd: 'b' }), host)
    expect(asked).toEqual([
      ['a', false],
      ['b', true],
    ])
  })
})

test('the lists have variables that make programs load code, and none that every command needs', () => {
  const all = [...ENV_BLOCKLIST, ...ENV_LOCKED]
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining(['LD_*', 'NODE_OPTIONS', 'BASH_ENV', 'PYTHONPATH', 'PATH']))
})

test('everyday variables are inherited', async () => {
  const env = {
    PATH: 'x',
    HOME: 'x',
    LANG: 'x',
    TERM: 'x',
    TMPDIR: 'x',
    USER: 'x',
    NODE_ENV: 'x',
    CI: 'x',
    TZ: 'x',
  }
  expect((await resolveExecution(undefined, hostOf({ env }))).env).toEqual(env)
})
