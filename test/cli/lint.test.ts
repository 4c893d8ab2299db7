import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { adaptersFolder } from '../support/project.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

const adapters = pathToFileURL(`${adaptersFolder}/`)
const call = { id: 'x'.repeat(65), type: 'function', function: { name: 'f', arguments: '{}' } }
const request = {
  model: 'm',
  messages: [
    { role: 'user', content: 'Hi, 50%' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: 'ok' },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
}

function written(value: object, name = 'request.json'): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, JSON.stringify(value, null, 2))
  return file
}

const lintChat = (...argv: string[]) => runCli(['lint', '--wire', 'openai-chat', ...argv], '', { adapters })

test('the listing shows the position in the file, a mark, the rule and the fix, in 80 columns', async () => {
  const file = written(request)
  const { stdout, status } = await lintChat('--format', 'text', file)
  expect(status).toBe(1)
  expect(stdout).toContain('error OPENAI-CHAT-ID-02: it has 65 characters')
  const line =
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"id"')) + 1
  expect(stdout).toContain(`${file}:${line}:17`)
  expect(stdout).toMatch(/\|\s+\^{20,}\n/)
  expect(stdout).toContain('= fix       --fix: replace /messages/1/tool_calls/0/id')
  for (const text of stdout.split('\n').filter((one) => !one.includes('-->')))
    expect(text.length).toBeLessThanOrEqual(80)
})

test('fixed requests are printed, fixes are reported, and the file is unchanged', async () => {
  const file = written(request)
  const before = readFileSync(file, 'utf8')
  const { stdout, stderr, status } = await lintChat('--fix', file)
  const fixed = JSON.parse(stdout)
  expect(fixed.messages[2].tool_call_id).toBe(fixed.messages[1].tool_calls[0].id)
  expect(fixed.messages[1].tool_calls[0].id.length).toBeLessThanOrEqual(40)
  expect(stderr).toContain(`fixed ${file} OPENAI-CHAT-ID-02`)
  expect({ status, after: readFileSync(file, 'utf8') }).toEqual({ status: 0, after: before })
})

test('--write overwrites the file, and nothing without --fix', async () => {
  const file = written({ wire: 'openai-chat', request })
  expect((await lintChat('--write', file)).status).toBe(2)
  const { stdout, status } = await lintChat('--fix', '--write', file)
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  expect(readFileSync(file, 'utf8')).toMatch(/^\{\n {2}"wire": "openai-chat",\n/)
  expect((await lintChat('--format', 'json', file)).lines).toMatchObject([{ violations: [] }])
})

test('--write refuses files of several requests, and numbers that would lose digits', async () => {
  const lines = join(temporaryFolder(), 'all.jsonl')
  writeFileSync(lines, `${JSON.stringify({ request })}\n${JSON.stringify({ request })}\n`)
  const many = await lintChat('--fix', '--write', lines)
  expect(many).toMatchObject({ status: 1, stdout: '' })
  expect(many.stderr).toContain('--write accepts files that contain one request')
  const exact = join(temporaryFolder(), 'exact.json')
  writeFileSync(exact, JSON.stringify(request).replace('"m"', '"m","seed":12345678901234567890'))
  expect((await lintChat('--fix', '--write', exact)).stderr).toContain('would lose digits')
})

test('SARIF and annotations of GitHub name the file and the line in their formats', async () => {
  const lines = join(temporaryFolder(), 'a,b.jsonl')
  writeFileSync(
    lines,
    `${JSON.stringify({ request: { ...request, messages: [] } })}\n${JSON.stringify({ request })}\n`,
  )
  const sarif = JSON.parse((await lintChat('--format', 'sarif', lines)).stdout)
  const [run] = sarif.runs
  expect([sarif.version, run.tool.driver.name]).toEqual(['2.1.0', 'toolwire'])
  const ids = run.tool.driver.rules.map((rule: { id: string }) => rule.id)
  for (const { ruleId, level, message, locations } of run.results) {
    expect(ids).toContain(ruleId)
    expect([level, typeof message.text]).toEqual([expect.stringMatching(/^(error|warning|note)$/), 'string'])
    expect(locations[0].physicalLocation.region.startLine).toBe(2)
  }
  const { stdout, status } = await lintChat('--format', 'github', lines)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^::error file=.*a%2Cb\.jsonl,line=2,col=\d+,title=OPENAI-CHAT-ID-02::/m)
})

test('a terminal gets the listing, a pipe lines of JSON', async () => {
  const file = written(request)
  const argv = ['lint', '--wire', 'openai-chat', file]
  expect((await runCli(argv, '', { adapters, isTTY: true, env: { NO_COLOR: '1' } })).stdout).toContain('-->')
  expect((await runCli(argv, '', { adapters })).lines).toMatchObject([{ wire: 'openai-chat' }])
})
