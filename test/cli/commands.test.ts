import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.js'

const CLEAR = '\u001b\\[K'

describe('the command line', () => {
  it.each(['calls', 'decode', 'encode', 'lint', 'inspect'])(
    'explains %s with an example',
    async (command) => {
      const { stdout, status } = await runCli([command, '--help'])
      expect(stdout).toContain(`Usage: toolwire ${command}`)
      expect(stdout).toMatch(/Example: .*\n {2}.*toolwire /)
      expect(status).toBe(0)
    },
  )

  it('lists its commands, the wires and the record', async () => {
    const { stdout, status } = await runCli(['--help'])
    expect(stdout).toContain('Wires: failing, fake (pretend, f, fake-shouted), plain')
    expect(stdout).toContain('"chunks"')
    expect(status).toBe(0)
  })

  it('accepts short names of wires, and writes their ids', async () => {
    const answer = JSON.stringify({ fake: 1, answer: [{ say: 'x' }], end: 'done' })
    const named = await runCli(['calls', '--wire', 'f'], answer)
    expect(named.lines).toMatchObject([{ wire: 'fake', response: { text: 'x' } }])
    const record = { wire: 'pretend', response: { fake: 1, answer: [] } }
    expect((await runCli(['calls', '--jsonl'], [record])).lines).toMatchObject([{ wire: 'fake' }])
    const translated = await runCli(['translate', '--to', 'pretend', '--jsonl'], [record])
    expect(translated.lines).toMatchObject([{ wire: 'fake', response: { fake: 1 } }])
  })

  it('knows its version', async () => {
    const { stdout, status } = await runCli(['--version'])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
    expect(status).toBe(0)
  })

  it.each([
    ['an unknown command', ['cals'], 'Did you mean calls?'],
    ['no command', [], 'Usage: toolwire'],
    ['a missing option', ['encode'], "required option '--to <wire>' not specified"],
    [
      'an unknown wire',
      ['calls', '--wire', 'fax'],
      'unknown wire "fax"; known are failing, fake or pretend or f or fake-shouted, plain',
    ],
    ['an unknown target', ['encode', '--to', 'fax'], 'unknown wire "fax"'],
    ['a missing file', ['calls', 'missing.json'], 'cannot read missing.json: no such file'],
    ['an empty folder', ['calls', 'test/cli'], 'there are no recordings at test/cli'],
  ])('refuses %s with status 2', async (_case, argv, message) => {
    const { stdout, stderr, status } = await runCli(argv)
    expect(stderr).toContain(message)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })

  it('shows progress on a terminal only, and clears it', async () => {
    const slow = async function* () {
      for (let index = 0; index < 3; index += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150))
        yield Buffer.from(`${JSON.stringify({ response: { fake: 1, answer: [] } })}\n`)
      }
    }
    const { Readable } = await import('node:stream')
    const terminal = await runCli(['calls', '--jsonl'], Readable.from(slow()), { isTTY: true })
    expect(terminal.stderr).toMatch(new RegExp(`\r${CLEAR}\\d records?.*\r${CLEAR}$`, 's'))
    expect((await runCli(['calls', '--jsonl'], Readable.from(slow()))).stderr).toBe('')
  })
})

describe('lint', () => {
  it('prints the broken rules and fails on errors only', async () => {
    const warned = await runCli(
      ['lint', '--jsonl'],
      [
        { id: 'good', wire: 'fake', request: { messages: [{ role: 'user' }] } },
        { id: 'warned', wire: 'fake', request: { messages: [{}] } },
        { id: 'none', wire: 'plain', request: {} },
      ],
    )
    expect(warned.lines).toEqual([
      { id: 'good', wire: 'fake', violations: [] },
      {
        id: 'warned',
        wire: 'fake',
        violations: [{ rule: 'FAKE-ROLE-01', path: '/messages/0', message: 'no role', severity: 'warning' }],
      },
      { id: 'none', wire: 'plain', violations: [] },
    ])
    expect(warned.status).toBe(0)
    const bad = await runCli(['lint', '--wire', 'fake'], JSON.stringify({ request: {} }))
    expect(bad.lines).toMatchObject([{ violations: [{ severity: 'error' }] }])
    expect({ status: bad.status, stderr: bad.stderr }).toEqual({ status: 1, stderr: '' })
  })

  it('reads the given limits', async () => {
    const record = { wire: 'fake', request: { messages: [{}] } }
    const strict = await runCli(['lint', '--jsonl', '--limits', 'brief'], [record])
    expect(strict.lines).toMatchObject([{ violations: [{ rule: 'FAKE-ROLE-01', severity: 'error' }] }])
    expect(strict.status).toBe(1)
    const unknown = await runCli(['lint', '--jsonl', '--limits', 'none'], [record])
    expect(unknown.lines).toMatchObject([{ error: { code: 'unknown-profile' } }])
    const named = await runCli(['lint', '--wire', 'fake', '--limits', 'none'])
    expect(named.stderr).toContain('fake has no limits profile "none"; known are brief')
    expect(named.status).toBe(2)
  })

  it('reads a bare body as a request if the wire is named, even if the body is broken', async () => {
    const { lines } = await runCli(['lint', '--wire', 'fake'], '{"hello":1}')
    expect(lines).toMatchObject([{ wire: 'fake', violations: [{ rule: 'FAKE-MESSAGES-01' }] }])
  })

  it('needs a request', async () => {
    const { lines, status } = await runCli(['lint', '--jsonl'], [{ wire: 'fake', response: {} }])
    expect(lines).toMatchObject([{ error: { code: 'missing-field', path: '/request' } }])
    expect(status).toBe(1)
  })
})

describe('inspect', () => {
  const record = {
    id: 'one\u001b[31m',
    request: {
      fake: 1,
      model: 'small',
      tools: ['get'],
      messages: [
        { role: 'assistant', parts: [{ call: 'get', id: 'c1', args: { city: 'Oslo' } }] },
        { role: 'tool', parts: [{ result: '<tool_error>off\nline</tool_error>', id: 'c1' }] },
      ],
    },
    response: { fake: 1, answer: [{ say: 'Hm.' }, { call: 'get', id: 'c2', text: '{"a":' }], end: 'done' },
  }

  it('shows a record as plain text without a terminal', async () => {
    const { stdout, status } = await runCli(['inspect'], JSON.stringify(record))
    expect(stdout).toBe(
      `one\\u001b[31m  fake  it has "fake": 1
  request   small, 2 messages, 1 tool: get
  response  length (done)
  text      Hm.
  calls in  id  name  kind      status     arguments
  request   c1  get   function  complete   {"city":"Oslo"}
  response  c2  get   function  malformed  {"a":
  results in  call  name  outcome  output
  request     c1          error    off\\nline
  notice   code                at
  warning  arguments-unusable  /response/answer/1/text
    the arguments are malformed; they are kept as text and the call must not be executed

`,
    )
    expect(status).toBe(0)
  })

  it('shows the cost of answers with a known price, and their sum', async () => {
    const answer = (model: string) => ({
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, cache_read_input_tokens: 1000, output_tokens: 1000 },
    })
    const names = ['claude-opus-5', 'acme-1', 'us.anthropic.claude-opus-5-v1:0']
    const adapters = new URL('../../adapters/', import.meta.url)
    const { stdout } = await runCli(['inspect', '--jsonl'], names.map(answer), { adapters })
    expect(stdout.match(/tokens in.*/g)).toEqual([
      'tokens in, 1000 out, $0.0260',
      'tokens in, 1000 out',
      'tokens in, 1000 out, $0.0260',
    ])
    expect(stdout.endsWith('\n2 answers with a known price cost $0.0520\n')).toBe(true)
    const one = await runCli(['inspect', '--jsonl'], names.slice(0, 2).map(answer), { adapters })
    expect(one.stdout).not.toContain('known price')
  })

  it('uses colors on a terminal unless NO_COLOR is set', async () => {
    const input = JSON.stringify(record)
    const color = '\u001b['
    expect((await runCli(['inspect'], input, { isTTY: true })).stdout).toContain(color)
    expect((await runCli(['inspect'], input, { env: { FORCE_COLOR: '1' } })).stdout).toContain(color)
    expect((await runCli(['inspect'], input, { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(
      color,
    )
  })

  it('has no colors if the user disables them, at any position of the option', async () => {
    for (const argv of [
      ['inspect', '--no-color'],
      ['--no-color', 'inspect'],
    ])
      expect((await runCli(argv, JSON.stringify(record), { isTTY: true })).stdout).not.toContain('\u001b[')
    const dumb = await runCli(['inspect'], JSON.stringify(record), { isTTY: true, env: { TERM: 'dumb' } })
    expect(dumb.stdout).not.toContain('\u001b[')
  })

  it('reports unreadable records and continues', async () => {
    const input = `{broken\n${JSON.stringify({ wire: 'fake', response: { fake: 1, answer: [{ say: 'x' }] } })}\n{"id":"y","wire":"fake","response":{}}`
    const { stdout, status } = await runCli(['inspect', '--jsonl'], input)
    expect(stdout).toContain('line 1\n  error invalid-json: not JSON')
    expect(stdout).toContain('line 2  fake  named by the record\n')
    expect(stdout).toContain(
      'y  fake  named by the record\n  error missing-field at /response/answer: expected an array',
    )
    expect(status).toBe(1)
  })
})
