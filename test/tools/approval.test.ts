import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assistantMessage, toolCall, toolMessage, userMessage } from '../../src/base/model/create.js'
import type { Message } from '../../src/base/model/types.js'
import {
  defineTool,
  pendingCalls,
  type RunnableTool,
  type RunOptions,
  runTools,
  type StateStore,
} from '../../src/index.js'
import {
  type Approval,
  type ApprovalRequest,
  approveCall,
  createExecutor,
  createPolicy,
  createToolContext,
  denyCall,
  type Executor,
  type ExecutorOptions,
  memoryState,
} from '../../src/tools/index.js'
import { signApproval } from '../../src/tools/queue-kit.js'
import { fit } from '../../src/translate/fit/fit.js'
import { adapters } from '../support/adapters.js'

function payWith(run: (input: { euros: number }) => unknown, more: object = {}): RunnableTool {
  const parameters = z.object({ euros: z.number() })
  return { ...defineTool({ name: 'pay', parameters, requiresApproval: true, execute: run }), ...more }
}

const call = toolCall('p1', 'pay', { euros: 50 })
const asked = assistantMessage(call)

describe('runTools does not run a call that needs approval', () => {
  test('without `approve`: the result is marked as waiting and preliminary, and the call is still pending', async () => {
    const run = vi.fn()
    const clock = defineTool({ name: 'clock', execute: () => 'noon' })
    const message = assistantMessage(call, toolCall('c1', 'clock'))
    const results = await runTools(message, [payWith(run), clock])
    expect(run).not.toHaveBeenCalled()
    expect(results).toMatchObject([
      { callId: 'p1', isError: false, preliminary: true, category: 'confirmation_required' },
      { callId: 'c1', output: { value: 'noon' } },
    ])
    expect(JSON.stringify(results[0]?.output)).toMatch(/waits for approval/)
    const messages = [userMessage('Pay.'), message, toolMessage(results)]
    expect(pendingCalls(messages)).toEqual([call])
    // Each question has a different id.
    const withoutId = (text: unknown) => JSON.stringify(text).replace(/"id":"[\da-f]{32}"/, '')
    const executed = await createExecutor({ tools: [payWith(run), clock] }).execute(message.parts as never)
    expect(withoutId(executed)).toBe(withoutId(results))
    expect(results[0]?.metadata).toMatchObject({ approval: { callId: 'p1', input: { euros: 50 } } })
  })

  test.each<[string, RunnableTool, RunOptions]>([
    ['a judge that says yes', payWith(vi.fn(), { requiresApproval: async () => true }), {}],
    [
      'a policy that asks about what is destructive',
      payWith(vi.fn(), { requiresApproval: false, destructive: true }),
      {
        policy: {
          decide: (_call, _context, tool) => ({
            action: 'destructive' in tool && tool.destructive ? 'ask' : 'allow',
          }),
        },
      },
    ],
    [
      'a policy that asks',
      payWith(vi.fn(), { requiresApproval: false }),
      { policy: createPolicy({ rules: [] }) },
    ],
    ['a handler that waits', payWith(vi.fn()), { approve: () => ({ type: 'wait' }) }],
  ])('that is so by %s', async (_name, tool, options) => {
    const [result] = await runTools(asked, [tool], options)
    expect(result).toMatchObject({ preliminary: true, category: 'confirmation_required' })
    expect(tool.execute).not.toHaveBeenCalled()
  })

  test.each<[string, RunnableTool, RunOptions]>([
    ['a policy denies it', payWith(vi.fn()), { policy: { decide: () => ({ action: 'deny' }) } }],
    ['the person denies it', payWith(vi.fn()), { approve: () => ({ type: 'deny', reason: 'no' }) }],
    ['the handler fails', payWith(vi.fn()), { approve: () => Promise.reject(new Error('gone')) }],
    ['the policy fails', payWith(vi.fn()), { policy: { decide: () => undefined as never } }],
    ['the judge fails', payWith(vi.fn(), { requiresApproval: () => JSON.parse('{') }), {}],
  ])('nor one of which %s', async (_name, tool, options) => {
    const [result] = await runTools(asked, [tool], options)
    expect(result).toMatchObject({ isError: true, category: 'policy_blocked' })
    expect(result?.preliminary).toBeUndefined()
    expect(tool.execute).not.toHaveBeenCalled()
  })

  test('`approve` gives approval, sees what runs, and may change it', async () => {
    const run = vi.fn(({ euros }) => `paid ${euros}`)
    const requests: ApprovalRequest[] = []
    const context = createToolContext({ conversationId: 'k1' })
    const results = await runTools(asked, [payWith(run)], {
      context,
      approve: (request) => {
        requests.push(request)
        return { type: 'approve' }
      },
    })
    expect(results).toMatchObject([{ isError: false, output: { value: 'paid 50' } }])
    expect(requests).toMatchObject([
      { callId: 'p1', conversationId: 'k1', arguments: { euros: 50 }, input: { euros: 50 } },
    ])
    const approve = () => ({ type: 'approve' as const, arguments: { euros: 5 } })
    expect(await runTools(asked, [payWith(run)], { approve })).toMatchObject([
      { output: { value: 'paid 5' } },
    ])
  })

  test('a run that is stopped during a request for approval runs nothing', async () => {
    const run = vi.fn()
    const stop = new AbortController()
    const approve = async () => {
      stop.abort()
      return { type: 'approve' as const }
    }
    const results = await runTools(asked, [payWith(run)], { approve, signal: stop.signal })
    expect(results).toMatchObject([{ isError: true, category: 'cancelled' }])
    expect(run).not.toHaveBeenCalled()
  })

  test('the loop of the README ends when a call waits, and continues when it is approved', async () => {
    const run = vi.fn(() => 'paid')
    const tools = [payWith(run)]
    const answers = [asked, assistantMessage('Done.')]
    const messages: Message[] = [userMessage('Pay.')]
    let turns = 0
    const loop = async (options?: RunOptions) => {
      do {
        if (pendingCalls(messages).length === 0) {
          const answer = answers[turns]
          turns += 1
          if (answer === undefined) throw new Error('The loop does not end.')
          messages.push(answer)
        }
        if (pendingCalls(messages).length > 0)
          messages.push(toolMessage(await runTools(messages, tools, options)))
      } while (messages.at(-1)?.role === 'tool' && pendingCalls(messages).length === 0)
    }
    await loop()
    expect([turns, pendingCalls(messages)]).toEqual([1, [call]])
    await loop({ approve: () => ({ type: 'approve' }) })
    expect([turns, pendingCalls(messages), run.mock.calls.length]).toEqual([2, [], 1])
  })

  test.each(adapters)('$wire: the final result replaces the waiting result', async ({ adapter }) => {
    const tools = [payWith(() => 'paid'), defineTool({ name: 'clock', execute: () => 'noon' })]
    const message = assistantMessage(call, toolCall('c1', 'clock'))
    const messages: Message[] = [userMessage('Pay.'), message]
    messages.push(toolMessage(await runTools(messages, tools)))
    const bodyOf = () => {
      const { conversation } = fit({ model: 'm', maxOutputTokens: 9, messages }, adapter.codecs)
      return JSON.stringify(adapter.encodeRequest(conversation).value)
    }
    expect(bodyOf()).toContain('waits for approval')
    messages.push(toolMessage(await runTools(messages, tools, { approve: () => ({ type: 'approve' }) })))
    expect(bodyOf()).toContain('paid')
    expect(bodyOf()).not.toContain('waits for approval')
  })
})

describe('rules and approvals check the input of the tool', () => {
  const deny = createPolicy({
    rules: [{ tool: 'shell', input: { command: 'rm *' }, action: 'deny' }],
    default: 'allow',
  })
  const shell = (command: z.ZodType<string>, run: (input: unknown) => unknown = () => 'ran') =>
    defineTool({ name: 'shell', parameters: z.object({ command }), execute: run })
  const runShell = (tool: RunnableTool, given: JsonObject, policy = deny) =>
    createExecutor({ tools: [tool], policy }).execute([toolCall('c1', 'shell', given)])

  test.each<[string, z.ZodType<string>, JsonObject]>([
    ['trims', z.string().trim(), { command: ' rm -rf /' }],
    ['lowers', z.string().toLowerCase().trim(), { command: '\tRM -rf /' }],
    ['converts', z.coerce.string<string>(), { command: ['rm -rf /'] }],
    ['fills in', z.string().default('rm -rf /'), {}],
    [
      'takes only in part',
      z.string().transform((text) => text.split('#')[1] ?? ''),
      { command: 'ls#rm -rf /' },
    ],
    ['replaces', z.string().transform(() => 'ls'), { command: 'rm -rf /' }],
  ])('a rule that denies sees what a schema %s', async (_name, schema, given) => {
    const run = vi.fn()
    const [result] = await runShell(shell(schema, run), given)
    expect(result).toMatchObject({ output: { type: 'denied' } })
    const [same] = await runTools(assistantMessage(toolCall('c1', 'shell', given)), [shell(schema, run)], {
      policy: deny,
    })
    expect(same).toMatchObject({ output: { type: 'denied' } })
    expect(run).not.toHaveBeenCalled()
  })

  test('also where the tool gets it under another name, or as no object', async () => {
    const given = { command: ' rm -rf /' }
    const plain = defineTool({ name: 'shell', parameters: { type: 'object' }, execute: () => 'ran' })
    const as = (change: (input: { command: string }) => unknown) =>
      runShell({ ...plain, validate: (input) => ({ value: change(input as { command: string }) }) }, given)
    for (const change of [
      ({ command }: { command: string }) => ({ deep: [{ line: command.trim() }] }),
      ({ command }: { command: string }) => command.trim(),
      ({ command }: { command: string }) => new Map([['line', command.trim()]]),
      ({ command }: { command: string }) => ({ command: new Set([command.trim()]) }),
    ])
      expect(await as(change)).toMatchObject([{ output: { type: 'denied' } }])
  })

  test('a rule that allows must match both the arguments of the model and the input of the tool', async () => {
    const allow = createPolicy({
      rules: [{ tool: 'shell', input: { command: 'git status' }, action: 'allow' }],
      default: 'deny',
    })
    const statusOf = async (schema: z.ZodType<string>, given: JsonObject) =>
      (await runShell(shell(schema), given, allow))[0]?.isError
    expect(await statusOf(z.string(), { command: 'git status' })).toBe(false)
    expect(await statusOf(z.string().trim(), { command: ' git status' })).toBe(true)
    expect(
      await statusOf(
        z.string().transform(() => 'rm'),
        { command: 'git status' },
      ),
    ).toBe(true)
    expect(await statusOf(z.string().default('git status'), {})).toBe(true)
  })

  test('`when` is called with both', async () => {
    const seen: unknown[] = []
    const rule = (action: 'allow' | 'deny') =>
      createPolicy({
        rules: [
          {
            tool: 'shell',
            when: ({ arguments: given }) => {
              seen.push(given)
              return String((given as JsonObject).command).startsWith('rm')
            },
            action,
          },
        ],
      })
    const padded = { command: ' rm' }
    expect(await runShell(shell(z.string().trim()), padded, rule('deny'))).toMatchObject([
      { output: { type: 'denied' } },
    ])
    expect(seen).toEqual([{ command: ' rm' }, { command: 'rm' }])
    const [result] = await runShell(shell(z.string().trim()), padded, rule('allow'))
    expect(result?.category).toBe('confirmation_required')
    seen.length = 0
    await runShell(shell(z.string()), { command: 'ls' }, rule('deny'))
    expect(seen).toEqual([{ command: 'ls' }])
  })

  test('the request shows the input of the tool next to the arguments of the model', async () => {
    const amount = z.object({
      amount: z.coerce.number<number>().default(1_000_000),
      at: z
        .string()
        .transform((text) => new Date(text))
        .optional(),
      tags: z
        .array(z.string())
        .transform((tags) => new Set(tags))
        .optional(),
    })
    const tool = defineTool({
      name: 'pay',
      parameters: amount,
      requiresApproval: true,
      execute: () => 'paid',
    })
    const requestOf = async (given: JsonObject) =>
      (await createExecutor({ tools: [tool] }).settle([toolCall('p1', 'pay', given)])).waiting[0]
    expect(await requestOf({})).toMatchObject({ arguments: {}, input: { amount: 1_000_000 } })
    const given = { amount: '7', at: '2026-01-01', tags: ['a', 'a'] }
    expect(await requestOf(given)).toMatchObject({
      arguments: given,
      input: { amount: 7, at: '2026-01-01T00:00:00.000Z', tags: ['a'] },
    })
  })

  test("an approval is rejected if a deploy changed the schema's conversion of the arguments", async () => {
    const run = vi.fn()
    const version = (amount: number) => {
      const parameters = z.object({ amount: z.number().default(amount) })
      const tool = defineTool({ name: 'pay', parameters, requiresApproval: true, execute: run })
      return createExecutor({ tools: [tool] })
    }
    const open = toolCall('p1', 'pay')
    const [request] = (await version(1).settle([open])).waiting
    if (request === undefined) throw new Error('it should wait')
    const approvals = JSON.parse(JSON.stringify([approveCall(request)]))
    expect((await version(1_000_000).settle([open], { approvals })).waiting).toMatchObject([
      { input: { amount: 1_000_000 } },
    ])
    expect(run).not.toHaveBeenCalled()
    await version(1).settle([open], { approvals })
    expect(run.mock.calls[0]?.[0]).toEqual({ amount: 1 })
  })

  test('approved input runs, regardless of changes by the host or the tool between attempts', async () => {
    const seen: unknown[] = []
    const given = { to: 'ada', more: { deep: [1] }, at: '2026-01-01' }
    const mutable = toolCall('p1', 'send', given)
    const tool = defineTool({
      name: 'send',
      parameters: z.object({
        to: z.string(),
        more: z.object({ deep: z.array(z.number()) }),
        at: z.string().transform((text) => new Date(text)),
      }),
      requiresApproval: true,
      retryable: true,
      execute(input, run) {
        seen.push(JSON.parse(JSON.stringify([input, run.call.arguments])))
        input.to = 'eve'
        input.more.deep.push(2)
        input.at.setFullYear(1999)
        given.to = 'mallory'
        if (run.attempt < 3) throw Object.assign(new Error('busy'), { status: 503 })
        return 'sent'
      },
    })
    const executor: Executor = createExecutor({
      tools: [tool],
      retries: { delay: 1 },
      approve: async (request) => {
        Object.assign(request.arguments as object, { to: 'mallory' })
        Object.assign(request.input as object, { to: 'mallory' })
        given.to = 'mallory'
        return { type: 'approve' }
      },
    })
    expect(await executor.execute([mutable])).toMatchObject([{ isError: false }])
    const approved = { to: 'ada', more: { deep: [1] } }
    const both = [
      { ...approved, at: '2026-01-01T00:00:00.000Z' },
      { ...approved, at: '2026-01-01' },
    ]
    expect(seen).toEqual([both, both, both])
  })
})

describe('an approval counts once', () => {
  const ran = vi.fn(() => 'paid')
  const paying = (more: Partial<ExecutorOptions> = {}) =>
    createExecutor({
      tools: [payWith(ran)],
      context: { conversationId: 'k1' },
      onWarning: ({ message }) => void warnings.push(message),
      ...more,
    })
  const warnings: string[] = []
  const requestOf = async (executor: Executor = paying()) => {
    const [request] = (await executor.settle([call])).waiting
    if (request === undefined) throw new Error('it should wait')
    return request
  }
  /** Returns an approval as loaded from storage, with its members in another order. */
  const stored = (approval: Approval): Approval => {
    const turned = Object.entries(approval).reverse()
    return JSON.parse(JSON.stringify(Object.fromEntries(turned)))
  }
  const runsWith = async (executor: Executor, ...approvals: Approval[]) => {
    const before = ran.mock.calls.length
    const { waiting } = await executor.settle([call], { approvals: approvals.map(stored) })
    expect(waiting.length).toBe(ran.mock.calls.length === before ? 1 : 0)
    return ran.mock.calls.length - before
  }
  beforeEach(() => {
    warnings.length = 0
    vi.useRealTimers()
  })

  test('in one executor, for a repeated call', async () => {
    const executor = paying()
    const approval = approveCall(await requestOf(executor))
    expect(await runsWith(executor, approval)).toBe(1)
    expect(await runsWith(executor, approval)).toBe(0)
    expect(warnings.join()).toMatch(/"p1" does not count: it was used before/)
    expect(await runsWith(executor, approval, approveCall(await requestOf(executor)))).toBe(1)
    expect(await runsWith(executor, approveCall(await requestOf(executor)), approval)).toBe(1)
  })

  test('over restarts, as far as the state outlives them; two at once use it once', async () => {
    const state = memoryState()
    const again = () => paying({ context: { conversationId: 'k1', state } })
    const approval = approveCall(await requestOf(again()))
    expect(await runsWith(again(), approval)).toBe(1)
    expect(await runsWith(again(), approval)).toBe(0)
    const other = approveCall(await requestOf(again()))
    const before = ran.mock.calls.length
    const both = [again(), again()].map((executor) => executor.settle([call], { approvals: [other] }))
    expect((await Promise.all(both)).flatMap(({ waiting }) => waiting)).toHaveLength(1)
    expect(ran.mock.calls.length - before).toBe(1)
  })

  test('also in a store that cannot compare and write in one step, or one for approvals alone', async () => {
    const texts = new Map<string, string>()
    const plain: StateStore = {
      get: async (key) => texts.get(key),
      set: async (key, text) => void texts.set(key, text),
    }
    const again = () => paying({ approvalState: plain })
    const approval = approveCall(await requestOf(again()))
    expect(await runsWith(again(), approval)).toBe(1)
    expect(await runsWith(again(), approval)).toBe(0)
    expect(texts.size).toBe(1)
  })

  test.each<[string, StateStore]>([
    ['fails', { get: () => Promise.reject(new Error('down')), set: () => {} }],
    ['is broken', { ...memoryState(), isBroken: true }],
  ])('a store that %s lets nothing pass', async (_name, approvalState) => {
    const approvals = [approveCall(await requestOf())]
    const before = ran.mock.calls.length
    const results = await paying({ approvalState }).execute([call], { approvals })
    expect(results).toMatchObject([{ isError: true, category: 'policy_blocked' }])
    expect(ran.mock.calls.length).toBe(before)
  })

  test('a denial counts each time it is submitted', async () => {
    const executor = paying()
    const approvals = [denyCall(await requestOf(executor), 'no')]
    for (let time = 0; time < 2; time += 1)
      expect(await executor.execute([call], { approvals })).toMatchObject([{ output: { reason: 'no' } }])
  })

  test('for its call of its conversation, by its name, with its arguments and its input', async () => {
    const request = await requestOf()
    const change = fc.constantFrom<Partial<ApprovalRequest>>(
      { callId: 'p2' },
      { name: 'pay2' },
      { namespace: 'bank' },
      { kind: 'custom' },
      { conversationId: 'k2' },
      { arguments: { euros: 51 } },
      { input: { euros: 51 } },
    )
    await fc.assert(
      fc.asyncProperty(change, async (other) => {
        expect(await runsWith(paying(), approveCall({ ...request, ...other }))).toBe(0)
      }),
    )
    expect(await runsWith(paying(), approveCall(request))).toBe(1)
  })

  test('until it expires', async () => {
    const request = await requestOf()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const approval = approveCall(request, { expires: now + 1000 })
    vi.setSystemTime(now + 1001)
    expect(await runsWith(paying(), approval)).toBe(0)
    expect(warnings.join()).toMatch(/it has expired/)
    vi.setSystemTime(now + 1000)
    expect(await runsWith(paying(), approval)).toBe(1)
    expect(await runsWith(paying(), { ...approval, expires: 'tomorrow' as never })).toBe(0)
  })

  test('signed by who has the secret, where the executor has one', async () => {
    const request = await requestOf()
    const approvalSecret = 'the secret of the host'
    const strict = () => paying({ approvalSecret })
    const approval = approveCall(request, { arguments: { euros: 5 }, expires: Date.now() + 60_000 })
    const signed = await signApproval(approval, approvalSecret)
    expect(await runsWith(strict(), signed)).toBe(1)
    expect(await runsWith(paying(), signed)).toBe(1)
    const { expires: _expires, ...lasting } = signed
    const forged: Approval[] = [
      approval,
      await signApproval(approval, 'another secret'),
      { ...signed, decision: { type: 'approve' } },
      { ...signed, decision: { type: 'approve', arguments: { euros: 500 } } },
      { ...signed, request: { ...request, id: 'another' } },
      { ...signed, expires: Date.now() + 120_000 },
      lasting,
      { ...signed, signature: '' },
      { ...signed, signature: signed.signature?.slice(2) ?? '' },
      { ...signed, signature: 'zz'.repeat(32) },
      { ...signed, signature: 7 as never },
    ]
    for (const one of forged) expect(await runsWith(strict(), one)).toBe(0)
    expect(new Set(warnings).size).toBe(1)
    // Invalid approvals do not override a previous valid one.
    expect(await runsWith(strict(), signed, ...forged)).toBe(1)
    const approvals = [await signApproval(denyCall(request, 'no'), approvalSecret), ...forged]
    expect(await strict().execute([call], { approvals })).toMatchObject([{ output: { reason: 'no' } }])
  })

  test('an invalid secret is an error when the executor is created', () => {
    for (const approvalSecret of ['', undefined, 7])
      expect(() => paying({ approvalSecret } as never)).toThrow(
        expect.objectContaining({ path: '/approvalSecret' }),
      )
  })
})
