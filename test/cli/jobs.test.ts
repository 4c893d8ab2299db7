import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDeep, someLocally, someOf } from '../support/cases.js'
import { killedAtTheEnd } from '../support/children.js'
import { fixtures } from '../support/exchanges.js'

// Threads run compiled code, so these tests run the command line that `npm test` has built.
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
const traffic = join(folder, 'traffic.jsonl')

function start(argv: readonly string[]) {
  return killedAtTheEnd(spawn(process.execPath, [CLI, ...argv], { stdio: ['pipe', 'pipe', 'pipe'] }))
}

async function outcome(argv: readonly string[]) {
  const child = start(argv)
  child.stdin.end()
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { stdout, stderr, status }
}

beforeAll(() => {
  const records = fixtures.map(({ id, wire, request, response, stream }) =>
    JSON.stringify({ id, wire, request, response, sse: stream }),
  )
  const broken = ['{"id":1,', '', '  ', '[]', '{"wire":"unheard-of","request":{}}', '"\\ud83d"']
  const lines = Array.from({ length: isDeep ? 8 : 2 }, () => [...records, ...broken]).flat()
  const padded = { id: 'large', padding: 'x'.repeat(400_000), request: {} }
  writeFileSync(
    traffic,
    Buffer.concat([
      Buffer.from(`${lines.join('\n')}\n`),
      Buffer.from([0x22, 0xff, 0x22, 0x0d, 0x0a]),
      Buffer.from(`${JSON.stringify(padded)}\n${records[0]}`),
    ]),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('--jobs', () => {
  const commands = [
    ['calls'],
    ['decode'],
    ['lint'],
    ['translate', '--to', 'openai-chat'],
    ['encode', '--to', 'openai-chat'],
  ]
  it.each(someLocally(someOf(commands, 2, '--jobs'), 1, '--jobs here'))(
    '%s writes the same bytes, prints the same and ends with the same status',
    async (...command) => {
      const [one, several] = await Promise.all([
        outcome([...command, traffic]),
        outcome([...command, traffic, '--jobs', '3']),
      ])
      expect(one.stdout.split('\n').length).toBeGreaterThan(200)
      expect(several).toEqual(one)
    },
  )

  it('reads lines of several files, including invalid lines, in order', async () => {
    const single = join(folder, 'single.json')
    writeFileSync(single, JSON.stringify({ id: 'single', request: {} }))
    const files = [traffic, single, traffic]
    const [one, several] = await Promise.all([
      outcome(['calls', ...files]),
      outcome(['calls', ...files, '--jobs', '2']),
    ])
    expect(one.stdout).toContain(`"file":${JSON.stringify(single)}`)
    expect(several).toEqual(one)
  })

  it('lint fails by a broken rule, also where no record failed', async () => {
    const file = join(folder, 'refused.jsonl')
    const request = { model: 'm', messages: [{ role: 'tool', tool_call_id: 'none', content: 'x' }] }
    writeFileSync(file, `${JSON.stringify({ wire: 'openai-chat', request })}\n`)
    const { stderr, status } = await outcome(['lint', file, '--jobs', '2'])
    expect(stderr).toBe('')
    expect(status).toBe(1)
  })

  it('ends quietly when its reader leaves, and buffers little when the reader pauses', {
    timeout: 60_000,
  }, async () => {
    const child = start(['calls', '--jsonl', '--jobs', '2'])
    const message = { role: 'assistant', content: 'x'.repeat(20_000) }
    const response = { choices: [{ index: 0, finish_reason: 'stop', message }] }
    const record = `${JSON.stringify({ wire: 'openai-chat', response })}\n`
    let taken = 0
    child.stdin.on('error', () => undefined)
    const feed = () => {
      while (taken < 20_000 && child.stdin.write(record)) taken += 1
    }
    child.stdin.on('drain', feed)
    feed()
    await once(child.stdout, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    // The reader has stopped: the pipes and a few batches are full, and no more input is read.
    expect(taken).toBeLessThan(1_000)
    child.stdout.destroy()
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(status).toBe(0)
    expect(said).toBe('')
  })

  it('Ctrl-C ends it at once', async () => {
    const child = start(['calls', '--jsonl', '--jobs', '2'])
    child.stdin.on('error', () => undefined)
    child.stdin.write('{"wire":"openai-chat","response":{"choices":[]}}\n'.repeat(20_000))
    await once(child.stdout, 'readable')
    child.kill('SIGINT')
    const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(signal).toBe('SIGINT')
    expect(said).toBe('')
  })

  it('requires an integer above 0 as the number of threads', async () => {
    const { stderr, status } = await outcome(['calls', traffic, '--jobs', 'many'])
    expect(status).toBe(2)
    expect(stderr).toContain('--jobs')
  })
})
