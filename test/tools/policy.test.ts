import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { type CompleteToolCall, toolCall } from '../../src/base/model/create.js'
import { globMatcher } from '../../src/base/model/glob.js'
import { defineTool } from '../../src/index.js'
import {
  type Approval,
  type ApprovalRequest,
  approveCall,
  createExecutor,
  createPolicy,
  createToolContext,
  denyCall,
  type Policy,
  type PolicyOptions,
  type PolicyRule,
  type ToolEvent,
} from '../../src/tools/index.js'
import { approvalFor, resolveAllowed } from '../../src/tools/queue-kit.js'
import { expectLinear } from '../support/growth.js'

const context = createToolContext()

async function actionOn(options: PolicyOptions, name: string, given: JsonObject = {}) {
  const { action } = await decided(createPolicy(options), toolCall('c1', name, given))
  return action
}

function decided(policy: Policy, call: CompleteToolCall, given = context) {
  return policy.decide(call, given, defineTool({ name: call.name }))
}

/** Matches character by character, using only the meaning of the two wildcards. */
function naiveMatch(pattern: readonly string[], text: readonly string[]): boolean {
  let reachable = new Set([0])
  const skipStars = (from: Set<number>) => {
    for (const at of from) if (pattern[at] === '*') from.add(at + 1)
    return from
  }
  skipStars(reachable)
  for (const character of text) {
    const next = new Set<number>()
    for (const at of reachable) {
      if (pattern[at] === '*') next.add(at)
      else if (pattern[at] === '?' || pattern[at] === character) next.add(at + 1)
    }
    reachable = skipStars(next)
  }
  return reachable.has(pattern.length)
}

describe('patterns', () => {
  test.each([
    ['*', '', true],
    ['*', 'a/b\nc', true],
    ['', '', true],
    ['', 'a', false],
    ['read_*', 'read_', true],
    ['read_*', 'xread_file', false],
    ['*_file', 'read_file', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['ab*ba', 'aba', false],
    ['?', '😀', true],
    ['a.c', 'abc', false],
    ['[a-z]+(x|y){2}^$\\/', '[a-z]+(x|y){2}^$\\/', true],
    ['a?c', 'a\nc', true],
  ])('"%s" and "%s": %s', (pattern, text, isMatch) => {
    expect(globMatcher(pattern)(text)).toBe(isMatch)
  })

  test('agree with a naive reference, and can be evaluated again', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?', '.', '😀', '\n'), { maxLength: 8 })
    const text = fc.array(fc.constantFrom('a', 'b', '.', '😀', '\n'), { maxLength: 12 })
    fc.assert(
      fc.property(pattern, text, (signs, characters) => {
        const matches = globMatcher(signs.join(''))
        const expected = naiveMatch(signs, characters)
        expect(matches(characters.join(''))).toBe(expected)
        expect(matches(characters.join(''))).toBe(expected)
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    `${'*a'.repeat(50)}*b`,
    `${'*?a'.repeat(50)}*b`,
    `*${'a'.repeat(200)}b*`,
    `*${'?'.repeat(200)}b`,
    '*'.repeat(10_000).concat('b'),
  ])('take no time to speak of with a megabyte of input: %#', async (pattern) => {
    await expectLinear((size) => {
      expect(globMatcher(pattern)('a'.repeat(size))).toBe(false)
    }, 1_000_000)
  })
})

describe('createPolicy', () => {
  const rules: readonly PolicyRule[] = [
    { tool: 'shell', input: '*sudo*', action: 'deny', reason: 'Nothing runs as root.' },
    { tool: 'shell', input: { command: ['ls *', 'git status'] }, action: 'allow' },
    { tool: ['read_*', 'list_*'], action: 'allow' },
    { tool: 'shell', input: { command: 'ls /etc*' }, action: 'deny' },
  ]

  test('Z11: the first matching rule decides to allow, ask or deny, with its reason', async () => {
    const policy = createPolicy({ rules })
    expect(await decided(policy, toolCall('c1', 'shell', { command: 'SUDO reboot' }))).toEqual({
      action: 'deny',
      reason: 'Nothing runs as root.',
    })
    expect(await actionOn({ rules }, 'shell', { command: 'ls /etc/passwd' })).toBe('allow')
    expect(await actionOn({ rules }, 'read_file', { path: '/etc/passwd' })).toBe('allow')
  })

  test('Z11: asks where no rule matches; C11: or denies, when the host wants it so', async () => {
    expect(await actionOn({ rules }, 'shell', { command: 'make' })).toBe('ask')
    expect(await actionOn({ rules, default: 'deny' }, 'shell', { command: 'make' })).toBe('deny')
    expect(await actionOn({ rules: [], default: 'allow' }, 'shell')).toBe('allow')
    expect(await actionOn({ rules: [{ tool: '*', action: 'deny' }], default: 'allow' }, 'x')).toBe('deny')
  })

  test('Z11: tool names and allowed input are case-sensitive, denied input is not', async () => {
    expect(await actionOn({ rules }, 'READ_file')).toBe('ask')
    expect(await actionOn({ rules }, 'shell', { command: 'LS -l' })).toBe('ask')
    const upper = { tool: 'shell', input: { command: 'ÉCHO *' } } as const
    expect(await actionOn({ rules: [{ ...upper, action: 'allow' }] }, 'shell', { command: 'écho x' })).toBe(
      'ask',
    )
    expect(await actionOn({ rules: [{ ...upper, action: 'deny' }] }, 'shell', { command: 'écho x' })).toBe(
      'deny',
    )
  })

  test('input is matched completely, or by argument; a missing argument matches nothing', async () => {
    const given = { path: '/A', deep: { n: [1, null] } }
    const on = (input: PolicyRule['input'], action: PolicyRule['action']) =>
      actionOn({ rules: [{ tool: '*', ...(input !== undefined && { input }), action }] }, 'x', given)
    expect(await on('{"path":"/a","deep":{"n":[1,null]}}', 'deny')).toBe('deny')
    expect(await on({ path: '/a', deep: '{"n":*}' }, 'deny')).toBe('deny')
    expect(await on({ path: '/A', deep: ['1', 'null'] }, 'allow')).toBe('allow')
    expect(await on({ path: '/A', deep: '1' }, 'allow')).toBe('ask')
    for (const action of ['allow', 'deny'] as const) {
      expect(await on({ path: '/b' }, action)).toBe('ask')
      expect(await on({ path: '/A', other: '*' }, action)).toBe('ask')
      expect(await on({ toString: '*' }, action)).toBe('ask')
      expect(await on({}, action)).toBe(action)
    }
  })

  test('free text is matched unchanged', async () => {
    const policy = createPolicy({ rules: [{ tool: 'shell', input: 'echo "*', action: 'allow' }] })
    const call: CompleteToolCall = {
      type: 'tool-call',
      kind: 'custom',
      id: 'c1',
      name: 'shell',
      status: 'complete',
      arguments: 'echo "hi"',
      providerExecuted: false,
    }
    expect(await decided(policy, call)).toEqual({ action: 'allow' })
    const byName = createPolicy({ rules: [{ tool: 'shell', input: { command: '*' }, action: 'allow' }] })
    expect(await decided(byName, call)).toEqual({ action: 'ask' })
  })

  test('`when` may ask the host, and sees the context', async () => {
    const policy = createPolicy({
      rules: [{ tool: '*', when: async (_, { callerId }) => callerId === 'root', action: 'allow' }],
      default: 'deny',
    })
    const call = toolCall('c1', 'x')
    expect(await decided(policy, call, createToolContext({ callerId: 'root' }))).toEqual({ action: 'allow' })
    expect(await decided(policy, call)).toEqual({ action: 'deny' })
  })

  test('Z11: readonly allows the tools that the host lists, and full allows all', async () => {
    const readonly = { rules, autonomy: 'readonly', readOnlyTools: ['read', 'grep*'] } as const
    expect(await actionOn(readonly, 'read')).toBe('allow')
    expect(await actionOn(readonly, 'grep_all')).toBe('allow')
    expect(await actionOn(readonly, 'read_file')).toBe('deny')
    expect(await actionOn({ rules, autonomy: 'readonly' }, 'read')).toBe('deny')
    expect(await actionOn({ rules, autonomy: 'full' }, 'shell', { command: 'sudo' })).toBe('allow')
    expect(createPolicy(readonly).hides?.('shell')).toBe(true)
    expect(createPolicy(readonly).hides?.('read')).toBe(false)
    expect(createPolicy({ rules: [{ tool: '*', action: 'deny' }], autonomy: 'full' }).hides?.('x')).toBe(
      false,
    )
  })

  test('Z11: a tool of which each call would be denied is hidden from the model', async () => {
    const hides = (options: PolicyOptions) => createPolicy(options).hides?.('shell')
    const deny = { tool: 'shell', action: 'deny' } as const
    expect(hides({ rules: [deny] })).toBe(true)
    expect(hides({ rules: [{ ...deny, input: '*' }] })).toBe(true)
    expect(hides({ rules: [{ ...deny, input: '*sudo*' }] })).toBe(false)
    expect(hides({ rules: [{ ...deny, input: '*sudo*' }], default: 'deny' })).toBe(true)
    expect(hides({ rules: [deny, { tool: '*', action: 'allow' }] })).toBe(true)
    expect(
      hides({
        rules: [
          { ...deny, when: () => true },
          { tool: '*', action: 'allow' },
        ],
      }),
    ).toBe(false)
    expect(hides({ rules: [], default: 'deny' })).toBe(true)
    expect(hides({ rules: [{ tool: 'other', action: 'deny' }] })).toBe(false)
    const executor = createExecutor({
      tools: ['shell', 'read'].map((name) => defineTool({ name, execute: () => 'x' })),
      policy: createPolicy({ rules: [deny] }),
    })
    expect(executor.definitions.map(({ name }) => name)).toEqual(['read'])
  })

  test('Z11: no call of a hidden tool is ever let through', async () => {
    const rule = fc.record(
      {
        tool: fc.constantFrom('a', 'b', '*', 'a*'),
        input: fc.constantFrom('*', '*x*', 'none'),
        action: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
      },
      { requiredKeys: ['tool', 'action'] },
    )
    const last = fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 5 }), last, async (given, otherwise) => {
        const options = { rules: reached(given), default: otherwise }
        if (createPolicy(options).hides?.('a') !== true) return
        for (const input of [{}, { x: 1 }] as JsonObject[])
          expect(await actionOn(options, 'a', input)).toBe('deny')
      }),
    )
  })

  test('rules without `when` are JSON', async () => {
    const stored = JSON.parse(JSON.stringify({ rules, default: 'deny' }))
    expect(await actionOn(stored, 'shell', { command: 'git status' })).toBe('allow')
  })

  test.each([
    [{ rules: [{ tool: 'x', action: 'alow' }] }, '/rules/0/action'],
    [{ rules: [], default: 'block' }, '/default'],
    [{ rules: [{ tool: 7, action: 'deny' }] }, '/rules/0/tool'],
    [{ rules: [{ tool: 'x', input: { path: [null] }, action: 'deny' }] }, '/rules/0/input/path'],
    [{ rules: [], autonomy: 'read-only' }, '/autonomy'],
    [{ rules: [{ tool: 'x', inputs: { path: '/a' }, action: 'allow' }] }, '/rules/0/inputs'],
    [{ rules: [{ tool: 'x', input: 7, action: 'allow' }] }, '/rules/0/input'],
    [{ rules: [{ tool: 'x', when: true, action: 'allow' }] }, '/rules/0/when'],
  ])('a misspelled rule lets nothing pass: %j', (options, path) => {
    const made = () => createPolicy(JSON.parse(JSON.stringify(options)))
    expect(made).toThrow(AdapterError)
    expect(made).toThrow(expect.objectContaining({ path }))
  })
})

describe('a rule that can never match is an error when it is made', () => {
  const made = (...rules: PolicyRule[]) => createPolicy({ rules })
  const allow = { tool: 'shell', action: 'allow' } as const
  const deny = { tool: 'shell', action: 'deny' } as const

  test.each<[PolicyRule, string]>([
    [{ tool: [], action: 'deny' }, '/rules/0/tool'],
    [{ tool: '', action: 'deny' }, '/rules/0/tool'],
    [{ ...deny, input: [] }, '/rules/0/input'],
    [{ ...deny, input: { command: [] } }, '/rules/0/input/command'],
  ])('by itself: %j', (rule, path) => {
    expect(() => made(rule)).toThrow(expect.objectContaining({ code: 'wrong-type', path }))
  })

  test.each<[PolicyRule, PolicyRule]>([
    [{ tool: '*', action: 'allow' }, deny],
    [
      { tool: '*', input: '*', action: 'allow' },
      { ...deny, input: '*sudo*' },
    ],
    [
      { tool: ['read', 'sh*'], action: 'deny' },
      { ...allow, input: { command: 'ls' } },
    ],
    [
      { tool: 'sh*', action: 'ask' },
      { tool: ['shell', 'show'], action: 'deny' },
    ],
    [allow, { ...allow, when: () => true }],
  ])('behind another one: %j, %j', (first, second) => {
    expect(() => made({ tool: 'other', action: 'ask' }, first, second)).toThrow(
      expect.objectContaining({ path: '/rules/2' }),
    )
    expect(() => made(second, first)).not.toThrow()
  })

  test('a reachable rule is not an error', () => {
    const click = { tool: 'click_at', action: 'deny' } as const
    expect(() => made({ tool: 'computer', action: 'allow' }, click)).not.toThrow()
    expect(() => made({ tool: 'click_at', action: 'allow' }, click)).not.toThrow()
    expect(() => made({ ...allow, input: 'ls' }, deny)).not.toThrow()
    expect(() => made({ ...allow, when: () => true }, deny)).not.toThrow()
    expect(() => made({ tool: 'a*', action: 'deny' }, { tool: 'ab*', action: 'allow' })).not.toThrow()
    expect(() => createPolicy({ rules: [], readOnlyTools: [], autonomy: 'readonly' })).not.toThrow()
  })
})

describe('patterns for input', () => {
  const on = (action: PolicyRule['action'], globs: string, value: JsonValue) =>
    actionOn({ rules: [{ tool: 't', input: { v: globs }, action }] }, 't', { v: value })

  test.each([
    ['/work/*', '/work/a.txt', true],
    ['/work/*', '/work/sub/a.txt', false],
    ['/work/**', '/work/sub/a.txt', true],
    ['/work/**/*.ts', '/work/a/b/c.ts', true],
    ['/work/*', '/work/../etc/passwd', false],
    ['/work/**', '/work/../etc/passwd', false],
    ['/work/**', '/work/a/../../etc/passwd', false],
    ['/work/**', '/work/a//../../etc/passwd', false],
    ['/work/**', '/work/a/.\\..\\..\\etc', false],
    ['/work/**', '/work/a/../b', true],
    ['/work/*', '/work/a/../b', true],
    ['*.md', 'a.md', true],
    ['*.md', 'docs/a.md', false],
    ['*.md', '../a.md', false],
    ['*/a.md', '../a.md', false],
    ['*/a.md', '/a.md', false],
    ['?./a.md', '../a.md', false],
    ['../*', '../a.md', true],
    ['../*', '../..', false],
    ['./src/*', './src/a.ts', true],
    ['https://api.example.com/**', 'https://api.example.com/v1/users', true],
    ['https://api.example.com/**', 'https://evil.example/../api.example.com/v1', false],
    ['https://api.example.com/v1/**', 'https://api.example.com/v1/%2e%2e/admin', false],
    ['https://api.example.com/v1/**', 'https://api.example.com/v1/.\t./admin', false],
    ['bin/*', 'rm -rf x/../bin/ls', false],
    ['ls *', 'rm -rf x/../ls y', false],
    ['ls *', 'ls /etc', true],
    ['notes *', 'notes /../../etc/passwd', false],
    ['Read', 'read', false],
    ['*', '/any/../thing', true],
  ])('that allow, "%s" and "%s": %s', async (pattern, value, isMatch) => {
    expect(await on('allow', pattern, value)).toBe(isMatch ? 'allow' : 'ask')
  })

  test.each([
    ['/etc/*', '/ETC/passwd', true],
    ['/etc/*', '/work/../etc/passwd', true],
    ['/etc/*', '//etc/./passwd', true],
    ['/etc/*', '\\etc\\passwd', true],
    ['/etc/*', '/etc/a/b', true],
    ['rm *', 'rm -rf /', true],
    ['*rm "x"*', 'rm "x"', true],
    ['*a\nb*', 'a\nb', true],
    ['c:\\windows\\*', 'C:\\Windows\\System32', true],
    ['/etc/*', '/work/etc/a', false],
  ])('that deny, "%s" and "%s": %s', async (pattern, value, isMatch) => {
    expect(await on('deny', pattern, value)).toBe(isMatch ? 'deny' : 'ask')
  })

  test('over the complete input see its values, and not the escapes of JSON', async () => {
    const whole = (action: PolicyRule['action'], input: string, given: JsonObject) =>
      actionOn({ rules: [{ tool: 't', input, action }] }, 't', given)
    expect(await whole('deny', 'rm *', { command: 'rm -rf /' })).toBe('deny')
    expect(await whole('deny', '*say "no"*', { command: 'say "no"' })).toBe('deny')
    expect(await whole('deny', '*C:\\temp*', { list: [{ path: 'C:\\temp\\a' }] })).toBe('deny')
    expect(await whole('deny', '*"force":true*', { force: true })).toBe('deny')
    expect(await whole('allow', 'git *', { command: 'git log', note: 'git diff' })).toBe('allow')
    expect(await whole('allow', 'git *', { command: 'git log', note: 'rm' })).toBe('ask')
    expect(await whole('allow', 'git *', {})).toBe('ask')
    expect(await whole('allow', '{"command":"git*"}', { command: 'git","also":"' })).toBe('ask')
  })

  test('that allow never allow more than the named path, in any spelling', async () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'work', '%2e%2e', '..\t', 'etc')
    const separator = fc.constantFrom('/', '\\', '//')
    const path = fc.array(fc.tuple(separator, part), { maxLength: 8 }).map((parts) => parts.flat().join(''))
    await fc.assert(
      fc.asyncProperty(path, async (rest) => {
        const value = `/work${rest}`
        const plain = decodeURIComponent(value.replaceAll('\t', '').replaceAll('\\', '/'))
        const real = posix.normalize(plain)
        if ((await on('allow', '/work/**', value)) === 'allow') expect(`${real}/`).toMatch(/^\/work\//)
        if (/^\/etc\/./.test(real)) expect(await on('deny', '/etc/*', value)).toBe('deny')
      }),
      { numRuns: 2000 },
    )
  })

  test('take time that grows with the input', () =>
    expectLinear(async (size) => {
      for (const text of ['a'.repeat(size), 'a/'.repeat(size / 2), '../'.repeat(size / 3)])
        for (const action of ['allow', 'deny'] as const) await on(action, `${'*a'.repeat(20)}/**/b`, text)
    }, 1_000_000))
})

describe('approvals', () => {
  const request: ApprovalRequest = {
    id: 'q1',
    callId: 'c1',
    name: 'shell',
    arguments: { command: 'rm x', force: true },
    reason: 'It deletes.',
    conversationId: 'k1',
  }

  test('Z11: are data that counts for one call with one set of arguments', () => {
    const approval = approveCall(request)
    const stored: Approval[] = JSON.parse(JSON.stringify([approval]))
    expect(stored).toEqual([approval])
    const same = { ...request, arguments: { force: true, command: 'rm x' }, reason: 'Other words.' }
    expect(approvalFor(stored, same)).toEqual(approval)
    const others: ApprovalRequest[] = [
      { ...request, callId: 'c2' },
      { ...request, name: 'shell2' },
      { ...request, conversationId: 'k2' },
      { id: 'q1', callId: 'c1', name: 'shell', arguments: request.arguments },
      { ...request, arguments: { command: 'rm y', force: true } },
      { ...request, arguments: { command: 'rm x' } },
      { ...request, arguments: '{"command":"rm x","force":true}' },
    ]
    expect(others.flatMap((other) => approvalFor(stored, other) ?? [])).toEqual([])
    expect(approvalFor([], request)).toBeUndefined()
    const shown = { ...request, input: { command: 'rm x' } }
    const given = [approveCall(shown)]
    expect(approvalFor(given, { ...shown })).toBe(given[0])
    expect(approvalFor(given, { ...shown, arguments: { command: ' rm x' } })).toBeUndefined()
    expect(approvalFor(given, { ...shown, input: { command: 'rm y' } })).toBeUndefined()
    expect(approvalFor(given, request)).toBeUndefined()
  })

  test('of several the last answer counts', () => {
    const denied = denyCall(request, 'Changed my mind.')
    const waits: Approval = { request, decision: { type: 'wait' } }
    expect(approvalFor([approveCall(request), denied, waits], request)).toBe(denied)
    expect(approvalFor([waits], request)).toBeUndefined()
    expect(denied.decision).toEqual({ type: 'deny', reason: 'Changed my mind.' })
    expect(denyCall(request).decision).toEqual({ type: 'deny' })
  })

  test('trap 5: can approve, deny with a reason, or change the arguments, also after a restart', async () => {
    const ran: unknown[] = []
    const make = () =>
      createExecutor({
        tools: [
          defineTool({
            name: 'shell',
            parameters: { type: 'object', properties: { command: { type: 'string' } } },
            execute: (input) => {
              ran.push(input)
              return 'done'
            },
          }),
        ],
        policy: createPolicy({ rules: [{ tool: 'shell', input: { command: 'sudo*' }, action: 'deny' }] }),
        context: { conversationId: 'k1' },
      })
    const call = toolCall('c1', 'shell', { command: 'rm x' })
    const [outcome] = await make().dispatch([call])
    if (outcome?.status !== 'waiting') throw new Error('it did not wait')
    const kept: ApprovalRequest = JSON.parse(JSON.stringify(outcome.request))
    const after = async (...approvals: readonly Approval[]) =>
      (await make().dispatch([call], { approvals: JSON.parse(JSON.stringify(approvals)) }))[0]

    expect(await after(approveCall(kept))).toMatchObject({ status: 'answered', result: { isError: false } })
    expect(await after(denyCall(kept, 'Not that one.'))).toMatchObject({
      result: { output: { type: 'denied', reason: 'Not that one.' } },
    })
    expect(await after(approveCall(kept, { arguments: { command: 'rm y' } }))).toMatchObject({
      result: { isError: false },
    })
    expect(ran).toEqual([{ command: 'rm x' }, { command: 'rm y' }])
    // An approval skips only the question: rules and schema still apply.
    expect(await after(approveCall(kept, { arguments: { command: 'sudo rm' } }))).toMatchObject({
      result: { isError: true, category: 'policy_blocked' },
    })
    expect(await after(approveCall(kept, { arguments: { command: 7 } }))).toMatchObject({
      result: { isError: true, category: 'invalid_parameters' },
    })
    expect(await after(approveCall({ ...kept, callId: 'c2' }))).toMatchObject({ status: 'waiting' })
    expect(ran.length).toBe(2)
  })

  test('R9: listeners receive an approval request, and the answer', async () => {
    const heard: ToolEvent[] = []
    const executor = createExecutor({
      tools: [defineTool({ name: 'shell', execute: () => 'done' })],
      policy: createPolicy({ rules: [{ tool: '*', action: 'ask', reason: 'Sure?' }] }),
      approve: ({ callId }) => ({ type: callId === 'c1' ? 'approve' : 'deny' }),
      onEvent: (event) => void heard.push(event),
    })
    await executor.execute([toolCall('c1', 'shell'), toolCall('c2', 'shell')])
    const typesOf = (id: string) => heard.filter(({ callId }) => callId === id).map(({ type }) => type)
    expect(typesOf('c1')).toEqual(['waiting', 'decided', 'started', 'completed'])
    expect(typesOf('c2')).toEqual(['waiting', 'decided', 'denied'])
    expect(heard[0]).toMatchObject({ request: { callId: 'c1', name: 'shell', reason: 'Sure?' } })
  })

  test('a rule that fails denies the call', async () => {
    const executor = createExecutor({
      tools: [defineTool({ name: 'shell', execute: () => 'done' })],
      policy: createPolicy({
        rules: [
          {
            tool: '*',
            when: () => {
              throw 'no'
            },
            action: 'allow',
          },
        ],
      }),
    })
    const [result] = await executor.execute([toolCall('c1', 'shell')])
    expect(result).toMatchObject({ isError: true, category: 'policy_blocked' })
  })
})

describe('resolveAllowed', () => {
  test('R10: inherit leaves the level above unchanged, none nothing, a list the names in both', () => {
    const names = ['read', 'write', 'shell']
    const left = (...levels: Parameters<typeof resolveAllowed>) => names.filter(resolveAllowed(...levels))
    expect(left()).toEqual(names)
    expect(left('inherit', undefined)).toEqual(names)
    expect(left('none')).toEqual([])
    expect(left([])).toEqual([])
    expect(left(['read', 'write'], 'inherit')).toEqual(['read', 'write'])
    expect(left(['read', 'write'], 'inherit', ['write', 'shell'])).toEqual(['write'])
    expect(left('none', ['read'])).toEqual([])
    expect(left(['read'], 'none', 'inherit')).toEqual([])
    expect(left(['toString'])).toEqual([])
  })

  test('R10: a list may replace the levels above, and is narrowed by the levels below', () => {
    const names = ['read', 'write', 'shell']
    const left = (...levels: Parameters<typeof resolveAllowed>) => names.filter(resolveAllowed(...levels))
    expect(left({ replace: ['read'] })).toEqual(['read'])
    expect(left(['read'], { replace: ['write', 'shell'] })).toEqual(['write', 'shell'])
    expect(left('none', { replace: ['write'] }, 'inherit')).toEqual(['write'])
    expect(left(['read'], { replace: ['write', 'shell'] }, ['shell', 'read'])).toEqual(['shell'])
    expect(left(['read'], { replace: [] })).toEqual([])
  })
})

/** Returns the rules without those that no call reaches. */
function reached(rules: readonly PolicyRule[]): PolicyRule[] {
  const kept: PolicyRule[] = []
  for (const rule of rules) {
    kept.push(rule)
    try {
      createPolicy({ rules: kept })
    } catch {
      kept.pop()
    }
  }
  return kept
}
