import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import type { Conversation, Message, ToolCall } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { withToolsOf } from '../../src/traffic/sessions/agent-tools.js'
import { convertSession } from '../../src/traffic/sessions/convert-session.js'
import { type SessionAgent, sessionAgents } from '../../src/traffic/sessions/session-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf, registry } from '../support/adapters.js'
import { someOf, tries } from '../support/cases.js'
import { fixtures } from '../support/exchanges.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

const FACTS = {
  folder: '/work',
  time: Date.UTC(2026, 10, 29),
  load: async (wire: string) => registry.get(wire),
}

async function converted(agent: SessionAgent, conversation: Conversation) {
  const session = await convertSession(agent, conversation, FACTS)
  return { ...session, read: await decodeTraffic(session.text, registry) }
}

/** Returns the calls of a session as its own agent's reader finds them. */
async function callsIn(agent: SessionAgent, conversation: Conversation) {
  const { read } = await converted(agent, conversation)
  const messages = read.request?.messages ?? []
  return messages.flatMap(({ parts }) => parts.filter((part): part is ToolCall => part.type === 'tool-call'))
}

/** Returns a conversation in which every call has a result. */
function answered(...calls: readonly ToolCall[]): Conversation {
  const said: Message[] = [
    userMessage('Go on.'),
    { role: 'assistant', parts: [{ type: 'text', text: 'Working.' }, ...calls] },
    toolMessage(calls.map((call) => toolResult(call, `result of ${call.id}`))),
    { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  ]
  return { messages: said }
}

const TOOLS: readonly (readonly [agent: SessionAgent, name: string, input: JsonObject])[] = [
  ['claude-code', 'Bash', { command: 'ls', description: 'Lists' }],
  ['claude-code', 'Edit', { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true }],
  ['claude-code', 'Read', { file_path: '/a', offset: 3, limit: 2 }],
  ['claude-code', 'Write', { file_path: '/a', content: 'x' }],
  ['claude-code', 'Grep', { pattern: 'x', path: '/', glob: '*.ts' }],
  ['codex', 'exec_command', { cmd: 'ls', workdir: '/' }],
  ['opencode', 'bash', { command: 'ls', description: 'Lists' }],
  ['opencode', 'edit', { filePath: '/a', oldString: 'x', newString: 'y', replaceAll: true }],
  ['opencode', 'read', { filePath: '/a', offset: 3 }],
  ['opencode', 'grep', { pattern: 'x', include: '*.ts' }],
]

describe.each(sessionAgents)('a session for %s', (agent) => {
  test.each(TOOLS)('has the call of %s: %s, also after the way back', async (from, name, input) => {
    const call = toolCall('call_1', name, input)
    const there = await callsIn(agent, answered(call))
    const there2 = withToolsOf(agent, answered(call))
    expect(there).toHaveLength(there2.missing.length === 0 ? 1 : 0)
    if (there.length === 0) return
    const [back] = await callsIn(from, answered(...there))
    expect([back?.name, back?.arguments]).toEqual([name, input])
  })

  test('keeps every text, call and result of random conversations, in order', async () => {
    const known = TOOLS.filter(([from]) => from === agent)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (turns) => {
          const calls = turns.map((turn, index) =>
            turn.map(([, name, input], place) => toolCall(`call_${index}_${place}`, name, input)),
          )
          const messages = calls.flatMap((turn) => answered(...turn).messages)
          const { read } = await converted(agent, { messages: [...messages, userMessage('And now?')] })
          const parts = (read.request?.messages ?? []).flatMap((message) => message.parts)
          const told = parts.map((part) => {
            if (part.type === 'tool-call') return `call ${part.id} ${JSON.stringify(part.arguments)}`
            return part.type === 'tool-result' ? `result ${part.callId}` : part.type === 'text' && part.text
          })
          const expected = messages
            .flatMap((message) => message.parts)
            .map((part) => {
              if (part.type === 'tool-call') return `call ${part.id} ${JSON.stringify(part.arguments)}`
              return part.type === 'tool-result' ? `result ${part.callId}` : part.type === 'text' && part.text
            })
          expect(told).toEqual([...expected, 'And now?'])
        },
      ),
      tries(100),
    )
  })

  test('breaks no rule of its wire and loses no text, for every fixture', async () => {
    const given = fixtures.flatMap(({ wire, request }) => {
      const decoded = request === undefined ? undefined : adapterOf(wire).adapter.decodeRequest(request).value
      const isSaid = ({ role, parts }: Message) =>
        role !== 'system' && parts.some(({ type }) => type === 'text' || type === 'tool-call')
      return decoded?.messages.some(isSaid) ? [decoded] : []
    })
    expect(given.length).toBeGreaterThan(20)
    for (const conversation of someOf(given, 40)) {
      const { read, text } = await converted(agent, conversation)
      for (const { role, parts } of conversation.messages)
        for (const part of parts)
          if (part.type === 'text' && role !== 'system')
            expect(text).toContain(JSON.stringify(part.text).slice(1, -1))
      const native = nativeOf(text)
      if (native === undefined) continue
      const { adapter, rules } = adapterOf(read.wire)
      const tools = adapter.encodeRequest({ messages: [], tools: conversation.tools ?? [] }).value
      const errors = lint(rules, { ...tools, max_tokens: 9, model: 'm', ...native }).filter(
        ({ severity, path }) => severity === 'error' && /^\/(messages|input)\//.test(path),
      )
      expect(errors).toEqual([])
    }
  })
})

/** Returns the messages that the agent sends, for agents that store those of their wire. */
function nativeOf(text: string): JsonObject | undefined {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  if (lines.some(({ type }) => type === 'session_meta'))
    return { input: lines.flatMap(({ type, payload }) => (type === 'response_item' ? payload : [])) }
  const messages: JsonObject[] = lines.flatMap(({ message }) =>
    isObject(message) ? { role: message.role ?? null, content: message.content ?? null } : [],
  )
  return messages.length === 0 ? undefined : { messages }
}

test('calls of tools that the agent does not have are text, with their results', async () => {
  const call = toolCall('call_1', 'Task', { prompt: 'Look around.' })
  const { read, missing } = await converted(
    'codex',
    answered(call, toolCall('call_2', 'Bash', { command: 'ls' })),
  )
  expect(missing).toEqual(['Task'])
  const parts = (read.request?.messages ?? []).flatMap((message) => message.parts)
  const texts = parts.map((part) => (part.type === 'text' ? part.text : part.type))
  expect(texts).toEqual([
    'Go on.',
    'Working.',
    '(The tool Task was called with {"prompt":"Look around."}. The result was: result of call_1)',
    'tool-call',
    'tool-result',
    'Done.',
  ])
})

test.each(sessionAgents)('two calls with the same id keep their own results for %s', async (agent) => {
  const turn = (name: string, result: string): Message[] => {
    const call = toolCall('call_1', name, { command: 'ls' })
    return [{ role: 'assistant', parts: [call] }, toolMessage([toolResult(call, result)])]
  }
  const messages = [
    userMessage('Go on.'),
    ...turn('Task', 'first'),
    ...turn('Bash', 'second'),
    ...turn('Bash', 'third'),
  ]
  const { read } = await converted(agent, { messages })
  const parts = (read.request?.messages ?? []).flatMap((message) => message.parts)
  expect(parts.find((part) => part.type === 'text' && part.text.includes('Task'))).toMatchObject({
    text: expect.stringContaining('The result was: first'),
  })
  const calls = parts.filter((part) => part.type === 'tool-call')
  const results = parts.filter((part) => part.type === 'tool-result')
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
  expect(results.map(({ output }) => JSON.stringify(output))).toEqual([
    expect.stringContaining('second'),
    expect.stringContaining('third'),
  ])
})

test('a list of words is a command', async () => {
  const shell = (command: string[]) => answered(toolCall('call_1', 'shell', { command }))
  const [script] = await callsIn('claude-code', shell(['bash', '-lc', 'ls | wc']))
  const [program] = await callsIn('claude-code', shell(['git', 'status']))
  expect([script?.arguments, program?.arguments]).toEqual([{ command: 'ls | wc' }, { command: 'git status' }])
})

test('two sessions of one conversation have different ids and files', async () => {
  for (const agent of sessionAgents) {
    const [first, second] = [await converted(agent, answered()), await converted(agent, answered())]
    expect(first.id).not.toBe(second.id)
    if (first.path !== undefined) expect(first.path).not.toBe(second.path)
  }
})

describe('the command', () => {
  const fileOf = (text: string) => {
    const file = join(temporaryFolder(), 'session.jsonl')
    writeFileSync(file, text)
    return file
  }
  const QUESTION = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], model: 'gpt-5.5' })

  test('writes a session where the agent finds it, and prints how to resume it', async () => {
    const home = temporaryFolder()
    vi.stubEnv('HOME', home)
    const { text } = await convertSession('codex', answered(toolCall('call_1', 'apply_patch', {})), FACTS)
    const argv = ['session', 'convert', fileOf(text), '--to', 'claude-code', '--folder', '/work', '--install']
    const { stderr, status } = await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
    expect(status).toBe(0)
    const id = /Resume it in \/work: claude --resume (\S+)/.exec(stderr)?.[1]
    const installed = readFileSync(join(home, `.claude/projects/-work/${id}.jsonl`), 'utf8')
    expect((await decodeTraffic(installed, registry)).request?.messages).toHaveLength(2)
    vi.unstubAllEnvs()
  })

  test('prints the session without an output file', async () => {
    const file = fileOf(QUESTION)
    const { stdout, status } = await runCli(['session', 'convert', file, '--to', 'opencode'], '', {
      adapters: ADAPTERS_FOLDER,
    })
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ messages: [{ parts: [{ type: 'text', text: 'Hi' }] }] })
  })

  test('names the reason if nothing in a file can be read', async () => {
    const file = fileOf('{"messages": [{"role": "user", "content": 7}], "model": "claude-opus-5-5"}')
    const argv = ['session', 'convert', file, '--to', 'codex', '--wire', 'anthropic-messages']
    const { stderr, status } = await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
    expect(status).toBe(2)
    expect(stderr).toMatch(/has no conversation: this is not a body of anthropic-messages/)
  })

  test.each([
    [['--to', 'opencode', '--install'], 'opencode imports sessions: use --output FILE'],
    [['--to', 'cursor'], 'Allowed choices are claude-code, codex, opencode'],
  ])('refuses %j', async (options, words) => {
    const file = fileOf(QUESTION)
    const { stderr, status } = await runCli(['session', 'convert', file, ...options], '', {
      adapters: ADAPTERS_FOLDER,
    })
    expect(status).toBe(2)
    expect(stderr).toContain(words)
  })
})
