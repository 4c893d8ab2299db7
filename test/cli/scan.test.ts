import { mkdirSync, writeFileSync } from 'node:fs'
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

test('scan reads folders, skips hidden files, and reports no finding for clean files', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deep', '.hidden'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'deep', 'clean.txt'), 'nothing here')
  for (const path of ['deep/.hidden/key', 'node_modules/key'])
    writeFileSync(join(folder, path), KEYS.Anthropic ?? '')
  const clean = await runCli(['scan', folder])
  expect(clean).toMatchObject({ status: 0, stdout: '0 secrets in 1 file\n' })
  writeFileSync(join(folder, 'deep', 'settings.env'), `\nANTHROPIC_API_KEY=${KEYS.Anthropic}\n`)
  const { stdout, status } = await runCli(['scan', folder])
  expect(status).toBe(1)
  expect(stdout).toMatch(/settings\.env:2:19 {2}sk-a… \(\d+ characters\)\n1 secret in 2 files/)
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
