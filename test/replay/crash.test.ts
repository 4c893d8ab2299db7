import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyJson } from '../../src/base/http/recorded-body.js'
import { CassetteWriter, readExchanges } from '../../src/traffic/replay/cassette.js'
import { createReplay } from '../../src/traffic/replay/replay-fetch.js'
import { bundled } from '../support/bundled.js'
import { isDeep, seed, someOf } from '../support/cases.js'
import { killedAtTheEnd } from '../support/children.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { seededRandom } from '../support/values.js'

const random = seededRandom(seed)
/** Manual runs can use more: KILLS=100 npx vitest run test/replay/crash.test.ts */
const KILLS = Number(process.env.KILLS ?? (isDeep ? 20 : 6))

/** Runs a recording process, kills it at a random moment, and returns the exchanges that it had completed. */
async function recordUntilKilled(child: string, cassette: string, name: string): Promise<string[]> {
  const process_ = killedAtTheEnd(
    spawn(process.execPath, [child, cassette, name], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  let printed = ''
  process_.stdout.setEncoding('utf8').on('data', (text: string) => {
    // Measured from the first exchange on, since the start takes time.
    if (printed === '') setTimeout(() => process_.kill('SIGKILL'), random() * 30)
    printed += text
  })
  await new Promise((resolve) => process_.once('close', resolve))
  expect(process_.signalCode).toBe('SIGKILL')
  return printed.split('\n').slice(0, -1)
}

async function recordedQuestions(cassette: string): Promise<Set<unknown>> {
  const questions = new Set<unknown>()
  for await (const { exchange } of readExchanges(cassette)) {
    const request = bodyJson(exchange.request.body)
    const answer = bodyJson(exchange.response.body)
    const question = request instanceof Object && 'question' in request ? request.question : undefined
    expect(answer).toMatchObject({ answer: question })
    questions.add(question)
  }
  return questions
}

describe('a recording that is killed', () => {
  it(`keeps every exchange that had completed, ${KILLS} times, two processes at once`, async () => {
    const folder = temporaryFolder()
    const cassette = join(folder, 'killed.cassette')
    const child = bundled('test/support/recording-child.ts')
    const completed: string[] = []
    for (let kill = 0; kill < KILLS; kill += 2) {
      const runs = [kill, kill + 1].map((run) => recordUntilKilled(child, cassette, `run${run}`))
      completed.push(...(await Promise.all(runs)).flat())
    }
    const recorded = await recordedQuestions(cassette)
    expect(completed.length).toBeGreaterThanOrEqual(KILLS)
    expect(completed.filter((question) => !recorded.has(question))).toEqual([])
    const replay = await createReplay({ from: cassette })
    expect(replay.size).toBe(recorded.size)
    await replay.close()
  })

  it('can be cut off at any byte, read, and continued', async () => {
    const path = join(temporaryFolder(), 'cut.cassette')
    const write = async (...ids: string[]) => {
      const writer = await CassetteWriter.open(path)
      for (const id of ids) await writer.append(exchange(id))
      await writer.close()
    }
    const read = async () => {
      const ids: string[] = []
      for await (const { exchange } of readExchanges(path)) ids.push(exchange.id)
      return ids
    }
    await write('first')
    const firstEnd = statSync(path).size
    await write('second')
    const whole = readFileSync(path)
    for (const end of someOf([...Array(whole.length + 1).keys()])) {
      truncateSync(path, 0)
      appendFileSync(path, whole.subarray(0, end))
      await write('third')
      const expected = [
        ...(end >= firstEnd - 1 ? ['first'] : []),
        ...(end >= whole.length - 1 ? ['second'] : []),
        'third',
      ]
      // A document without its final line break ends at the blank line of the next document.
      expect(await read(), `cut after ${end} bytes`).toEqual(expected)
    }
  })
})
