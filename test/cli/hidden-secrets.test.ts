import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAIN } from '../../src/cli/paint.js'
import { RequestLog } from '../../src/cli/request-log.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { KEYS } from '../support/secrets.js'

const key = KEYS.Groq ?? ''

test('the page of a foreign HAR does not contain its keys', async () => {
  const folder = temporaryFolder()
  const request = { model: 'gpt-5', messages: [{ role: 'user', content: `The key is ${key}.` }] }
  const answer = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-5',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: `Seen: ${key}, thanks.` } },
    ],
  }
  const entry = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    request: {
      method: 'POST',
      url: 'https://api.openai.com/v1/chat/completions',
      headers: [{ name: 'Authorization', value: `Bearer ${key}` }],
      postData: { mimeType: 'application/json', text: JSON.stringify(request) },
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { mimeType: 'application/json', text: JSON.stringify(answer) },
    },
  }
  const file = join(folder, 'foreign.har')
  const page = join(folder, 'page.html')
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  const adapters = new URL('../../adapters/', import.meta.url)
  expect(await runCli(['inspect', file, '--html', page], '', { adapters })).toMatchObject({ status: 0 })
  const html = readFileSync(page, 'utf8')
  expect(html).toContain('The key is [redacted].')
  expect(html).toContain('Seen: [redacted], thanks.')
  expect(html).not.toContain(key.slice(4, 20))
})

test.each([
  ['a key with a shape', `/v1/keys/${key}/use`, key],
  ['a key without a shape', '/bot/q7Xk2mZpL0sV9bNtA1b2/send', 'q7Xk2mZpL0sV9bNtA1b2'],
])('the log of requests does not contain %s in a path', (_title, path, secret) => {
  const lines: string[] = []
  const log = new RequestLog((line) => lines.push(line), PLAIN)
  log.answered({ method: 'GET', path, status: 200, milliseconds: 1 })
  expect(lines.join('')).toContain('[redacted]')
  expect(lines.join('')).not.toContain(secret)
})

test('the log of requests keeps other paths', () => {
  const lines: string[] = []
  const log = new RequestLog((line) => lines.push(line), PLAIN)
  const path = '/v1beta/models/gemini-2.5-flash:streamGenerateContent'
  log.answered({ method: 'POST', path, status: 200, milliseconds: 1 })
  expect(lines.join('')).toContain(path)
})
