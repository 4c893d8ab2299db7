import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { KEYS } from '../support/secrets.js'

test('scan prints the position of a secret, shows little of it, and fails', async () => {
  const folder = temporaryFolder()
  for (const [index, [name, key]] of Object.entries(KEYS).entries()) {
    const file = join(folder, `${index}.jsonl`)
    writeFileSync(file, `{"a": 1}\n\n{"said": "my key is ${key} and more"}\n`)
    const { stdout, status } = await runCli(['scan', '--json', file])
    expect({ name, status }).toEqual({ name, status: 1 })
    const [find] = stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)))
    expect(find).toMatchObject({ file, line: 3 })
    expect(stdout).not.toContain(key.slice(0, 12))
  }
})

test('scan reads folders and hidden files, skips node_modules and .git, and reports no finding for clean files', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deep', '.git'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'deep', 'clean.txt'), 'nothing here')
  for (const path of ['deep/.git/key', 'node_modules/key'])
    writeFileSync(join(folder, path), KEYS.Anthropic ?? '')
  const clean = await runCli(['scan', folder])
  expect(clean).toMatchObject({ status: 0, stdout: '0 secrets in 1 file\n' })
  writeFileSync(join(folder, 'deep', '.env'), `\nANTHROPIC_API_KEY=${KEYS.Anthropic}\n`)
  const { stdout, status } = await runCli(['scan', folder])
  expect(status).toBe(1)
  expect(stdout).toMatch(/\.env:2:19 {2}sk-key-with-vendor {2}sk-a… \(\d+ characters\)\n1 secret in 2 files/)
})

test('scan finds nothing in our own fixtures, and reports unreadable files', async () => {
  expect(await runCli(['scan', 'fixtures/openai-chat', 'fixtures/anthropic-messages'])).toMatchObject({
    status: 0,
  })
  expect(await runCli(['scan', 'nowhere'])).toMatchObject({ status: 2 })
})

test('a secret beyond the first four megabytes is found in its line', async () => {
  const file = join(temporaryFolder(), 'long.jsonl')
  const filler = `${JSON.stringify({ text: 'word '.repeat(200) })}\n`
  const count = Math.ceil(4_500_000 / filler.length)
  writeFileSync(file, `${filler.repeat(count)}{"said": "${KEYS.Anthropic}"}\n`)
  const { stdout } = await runCli(['scan', '--json', file])
  expect(JSON.parse(stdout)).toMatchObject({ line: count + 1 })
})

test('a secret in one line of many megabytes is found at its position', async () => {
  const file = join(temporaryFolder(), 'long.json')
  const said = 'word '.repeat(1_000_000)
  writeFileSync(file, `{"said": "${said}", "more": "${said}${KEYS.Anthropic}"}`)
  const { stdout } = await runCli(['scan', '--json', file])
  expect(JSON.parse(stdout)).toMatchObject({ line: 1, column: 10 + said.length + 12 + said.length + 1 })
})

test('scan prints the rule and the pointer of a secret in JSON', async () => {
  const file = join(temporaryFolder(), 'recording.jsonl')
  const secret = `q7Xk2mZp${'L0sV9bNt'}`
  writeFileSync(file, `{"a/b": [{"text": "x"}, {"password": "${secret}"}]}\n{"said": "${KEYS.Groq}"}\n`)
  const { stdout } = await runCli(['scan', '--json', file])
  const finds = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(finds).toMatchObject([
    { line: 1, rule: 'named-value', pointer: '/a~1b/1/password' },
    { line: 2, rule: 'groq', pointer: '/said' },
  ])
  expect((await runCli(['scan', file])).stdout).toContain('at /a~1b/1/password\n')
})

test('scan accepts redacted files', async () => {
  const file = join(temporaryFolder(), 'redacted.txt')
  const json = JSON.stringify({ password: '[redacted]', args: ['--api-key', '[redacted]'] })
  writeFileSync(
    file,
    `${json}\nAPI_TOKEN=[redacted]\nAuthorization: Bearer [redacted]\ncurl -u ann:[redacted] x\n`,
  )
  expect(await runCli(['scan', file])).toMatchObject({ status: 0 })
})

test('scan skips commented lines, but not the adjacent lines', async () => {
  const file = join(temporaryFolder(), 'settings.txt')
  writeFileSync(file, `A=${KEYS.Groq} # toolwire:allow\nB=${KEYS.xAI}\n`)
  const { stdout } = await runCli(['scan', '--json', file])
  expect(JSON.parse(stdout)).toMatchObject({ line: 2, rule: 'xai' })
})

test('scan does not report finds of its baseline, at any line', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'settings.txt')
  const baseline = join(folder, 'baseline.json')
  writeFileSync(file, `A=${KEYS.Groq}\n`)
  expect(await runCli(['scan', '--baseline', baseline, file])).toMatchObject({ status: 2 })
  expect(await runCli(['scan', '--baseline', baseline, '--update', file])).toMatchObject({ status: 0 })
  expect(readFileSync(baseline, 'utf8')).not.toContain(KEYS.Groq?.slice(0, 8))
  writeFileSync(file, `\n\nA=${KEYS.Groq}\nB=${KEYS.xAI}\n`)
  const { stdout, status } = await runCli(['scan', '--json', '--baseline', baseline, file])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ line: 4, rule: 'xai' })
})
