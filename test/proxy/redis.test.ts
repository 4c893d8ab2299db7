import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { bundled } from '../support/bundled.js'
import { isDeep, seed } from '../support/cases.js'
import { killedAtTheEnd } from '../support/children.js'
import { nativeAnswer } from '../support/proxy.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { served } from '../support/replay.js'
import { seededRandom } from '../support/values.js'

/**
 * The number of conversations, turns of each, and turns between the kills of proxies. Higher in a deep run.
 */
const [CONVERSATIONS, TURNS, EVERY] = isDeep ? [200, 60, 600] : [40, 5, 60]

const random = seededRandom(seed)
const program = bundled('test/support/proxy-child.ts')

interface Child {
  readonly process: ChildProcess
  readonly url: string
}

async function startProxy({ url: redis }: TestRedis, target: string): Promise<Child> {
  const child = killedAtTheEnd(
    spawn(process.execPath, [program, redis, target], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  for await (const url of createInterface({ input: child.stdout })) return { process: child, url }
  throw new Error('the proxy said nothing')
}

describeWithRedis('proxies that share a Redis', () => {
  test('lose no acknowledged turn, even if one of them is killed repeatedly', async () => {
    const redis = await startRedis()
    // Answers with the number of received user turns, so a lost turn is visible.
    const target = await served(async (input, init) => {
      const sent = new Request(input, init)
      const body = await sent.json()
      const { messages } = openaiChat.decodeRequest(body).value
      const told = messages.filter(({ role }) => role === 'user').length
      const response = {
        id: `answer-${crypto.randomUUID()}`,
        message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: `turn ${told}` }] },
        finish: { reason: 'stop' as const },
      }
      return nativeAnswer(openaiChat, response, { path: new URL(sent.url).pathname, body })
    })
    const children = await Promise.all([startProxy(redis, target.url), startProxy(redis, target.url)])
    let kills = 0
    let acknowledged = 0
    let isOver = false
    const killing = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (acknowledged < (kills + 1) * EVERY) continue
        const index = kills % 2
        children[index]?.process.kill('SIGKILL')
        children[index] = await startProxy(redis, target.url)
        kills += 1
      }
    })()

    /**
     * Sends a turn to one proxy, and to the other one if the first dies. Returns the id for the next turn.
     */
    const turn = async (number: number, place: number, previous: string | undefined): Promise<string> => {
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const url = children[(place + number + attempt) % 2]?.url
        const streams = (number + place) % 2 === 0
        const body = {
          model: 'm',
          input: `question ${number}`,
          stream: streams,
          previous_response_id: previous,
        }
        try {
          const response = await fetch(`${url}/v1/responses`, { method: 'POST', body: JSON.stringify(body) })
          const text = await response.text()
          // Only complete answers count as acknowledged.
          const end = streams ? /"type":"response\.completed".*/.exec(text)?.[0] : text
          if (end === undefined) continue
          expect(response.status, end).toBe(200)
          expect(end).toContain(`turn ${number}`)
          return /"id":"(resp_\w+)"/.exec(end)?.[1] ?? ''
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      throw new Error('no proxy answers')
    }
    const conversation = async (place: number) => {
      let previous: string | undefined
      for (let number = 1; number <= TURNS; number += 1) {
        previous = await turn(number, place, previous)
        acknowledged += 1
        // Waits until the next proxy is killed, independent of the start time of a proxy.
        while (acknowledged >= (kills + 2) * EVERY) await new Promise((resolve) => setTimeout(resolve, 20))
        // Simulates the reading time of a user.
        await new Promise((resolve) => setTimeout(resolve, 50 * random()))
      }
    }
    try {
      await Promise.all(Array.from({ length: CONVERSATIONS }, (_, place) => conversation(place)))
      expect(kills).toBeGreaterThan(1)
    } finally {
      isOver = true
      await killing
      for (const child of children) child.process.kill('SIGKILL')
      await redis.close()
    }
  })
})
