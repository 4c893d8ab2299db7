import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run-command-line.js'
import { runCli } from '../support/run-cli.js'

const ADAPTERS = new URL('../support/adapters/', import.meta.url)
const PADDING = 'x'.repeat(2000)

/** Returns the memory in use without garbage, which is larger on a busy machine. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Returns endless input that counts the records read from it. */
function endlessRecords(limit = Number.POSITIVE_INFINITY) {
  const counter = { taken: 0 }
  function* records() {
    while (counter.taken < limit) {
      counter.taken += 1
      yield Buffer.from(
        `${JSON.stringify({ id: counter.taken, response: { fake: 1, answer: [{ say: PADDING }] } })}\n`,
      )
    }
  }
  return { counter, stdin: Readable.from(records(), { highWaterMark: 4 }) }
}

const quiet = () => new Writable({ write: (_chunk, _encoding, done) => done() })

describe('output', () => {
  it('waits for its reader instead of piling up', async () => {
    const { counter, stdin } = endlessRecords(2000)
    let release = () => {}
    let writes = 0
    const stdout = new Writable({
      highWaterMark: 8192,
      write(_chunk, _encoding, done) {
        writes += 1
        if (writes === 3) release = done
        else done()
      },
    })
    const running = run(['calls', '--jsonl'], { stdin, stdout, stderr: quiet() }, ADAPTERS)
    await expect.poll(() => writes, { timeout: 20_000 }).toBe(3)
    await wait(300)
    expect(counter.taken).toBeLessThan(300)
    release()
    expect(await running).toBe(0)
    expect(counter.taken).toBe(2000)
  })

  it('keeps memory flat on long input', async () => {
    const { stdin } = endlessRecords(30_000)
    let peak = 0
    let count = 0
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        const before = count
        count += String(chunk).split('\n').length - 1
        if (Math.floor(count / 3000) > Math.floor(before / 3000)) peak = Math.max(peak, memoryInUse())
        done()
      },
    })
    const before = memoryInUse()
    expect(await run(['calls', '--jsonl'], { stdin, stdout, stderr: quiet() }, ADAPTERS)).toBe(0)
    expect(count).toBe(30_000)
    // The input has 60 MB. This much memory would be in use if records or their texts were kept.
    expect(peak - before).toBeLessThan(30_000_000)
  })

  it('ends quietly when its reader leaves', async () => {
    const { counter, stdin } = endlessRecords()
    const stdout = new Writable({
      write(_chunk, _encoding, done) {
        done(counter.taken < 20 ? null : Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
      },
    })
    let complaints = ''
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        complaints += chunk
        done()
      },
    })
    expect(await run(['calls', '--jsonl'], { stdin, stdout, stderr }, ADAPTERS)).toBe(0)
    expect(complaints).toBe('')
    expect(stdin.destroyed).toBe(true)
  })

  it('reports that it cannot be written', async () => {
    const { stdin } = endlessRecords()
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    })
    let complaints = ''
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        complaints += chunk
        done()
      },
    })
    expect(await run(['calls', '--jsonl'], { stdin, stdout, stderr }, ADAPTERS)).toBe(2)
    expect(complaints).toContain('no space left')
  })
})

describe('JSON for terminals', () => {
  // Characters that move the cursor, change colors or the direction of text, and that JSON may contain
  // unescaped.
  const CONTROLS = ['\u007f', '\u0085', '\u009b', '\u061c', '\u200e', '\u200f', '\u2028', '\u2029']
  const BIDI = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']

  it.each(['calls', 'decode', 'translate'])(
    '%s escapes every control character and keeps its value',
    async (command) => {
      const say = `a${[...CONTROLS, ...BIDI].join('b')}c € 😀 עברית`
      const records = [
        { id: say, response: { fake: 1, answer: [{ say }] } },
        { id: say, response: say },
      ]
      const argv = command === 'translate' ? [command, '--to', 'fake', '--jsonl'] : [command, '--jsonl']
      const { stdout, lines } = await runCli(argv, records)
      for (const control of [...CONTROLS, ...BIDI]) expect(stdout).not.toContain(control)
      expect(stdout).toContain('€ 😀 עברית')
      expect(lines.map(({ id }) => id)).toEqual([say, say])
      expect(JSON.stringify(lines[0])).toContain(JSON.stringify(say))
    },
  )
})
