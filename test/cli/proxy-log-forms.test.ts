import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { adapterOf } from '../support/adapters.js'
import { chunked, nativeAnswer } from '../support/proxy.js'
import { served } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

const ANSWER: ModelResponse = {
  id: 'answer-1',
  model: 'gpt-5.4',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello there.' }] },
  finish: { reason: 'stop' },
  usage: { inputTokens: 1000, outputTokens: 100 },
}
const KEY = 'sk-very-secret-4711'

/** Serves answers: refuses `refused`, breaks off `cut`, and answers other models. */
async function upstream() {
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    const body = await sent.json()
    const { content } = body.messages.at(-1)
    if (content === 'refused')
      return Response.json({ error: { message: `no, ${KEY}`, code: 'rate_limit_exceeded' } }, { status: 429 })
    if (content !== 'cut')
      return nativeAnswer(
        adapterOf('openai-chat').adapter,
        ANSWER,
        { path: '', body },
        { 'x-request-id': 'up-1' },
      )
    const first = { id: 'a', choices: [{ index: 0, delta: { role: 'assistant', content: 'Hel' } }] }
    return chunked([`data: ${JSON.stringify(first)}\n\n`], { 'content-type': 'text/event-stream' })
  })
  return `${url}/v1`
}

/** Returns the log of one good turn, a refused one and one that was cut off. */
async function logOf(form: string, ...further: string[]): Promise<string[]> {
  const args = [
    '--from',
    'openai-chat',
    '--to',
    'openai-chat',
    '--target',
    await upstream(),
    '--model',
    'gpt-5.4',
  ]
  const proxy = await startCli(
    ['proxy', ...args, '--key-variable', 'OPENAI_API_KEY', '--log', form, ...further],
    { adapters: ADAPTERS_FOLDER, env: { OPENAI_API_KEY: KEY } },
  )
  for (const content of ['my question', 'refused', 'cut']) {
    const body = { model: 'm\u202e', stream: content === 'cut', messages: [{ role: 'user', content }] }
    const headers = { 'content-type': 'application/json', 'x-request-id': `id-${content.length}` }
    const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.text()
  }
  const { stderr } = await proxy.stop()
  return stderr.split('\n').filter(Boolean)
}

function objectIn(line: string): JsonObject {
  return expectObject(asJson(JSON.parse(line)), '')
}

describe('toolwire proxy --log', () => {
  test('json: each line is an object with its time and level, and a cut stream is an error', async () => {
    const lines = await logOf('json')
    const entries = lines.map(objectIn)
    for (const { time, level, message } of entries) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(['info', 'warn', 'error']).toContain(level)
      expect(message).toMatch(/./)
    }
    const [good, refused, cut, ...others] = entries.filter(({ message }) => message === 'request')
    expect(others).toEqual([])
    expect(good).toMatchObject({
      ...{ level: 'info', id: 'id-11', targetRequestId: 'up-1', from: 'openai-chat', to: 'openai-chat' },
      ...{ targetModel: 'gpt-5.4', status: 200, outcome: 'complete', inputTokens: 1000, outputTokens: 100 },
      ...{ costDollars: expect.any(Number), milliseconds: expect.any(Number), notices: {} },
      firstEventMilliseconds: expect.any(Number),
    })
    expect(refused).toMatchObject({ level: 'warn', id: 'id-7', status: 429, outcome: 'failed' })
    expect(cut).toMatchObject({ level: 'error', status: 200, outcome: 'failed', error: expect.any(String) })
    expect(lines.join('\n')).not.toMatch(/4711|my question|\u202e/)
  })

  test('text: each line begins with its time, level and id', async () => {
    const lines = await logOf('text', '--verbose')
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}(INFO |WARN |ERROR) {2}\S/)
    const requests = lines.filter((line) => line.includes('POST  '))
    expect(requests.map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
      ['INFO', 'id-11', 'complete'],
      ['WARN', 'id-7', 'failed'],
      ['ERROR', 'id-3', 'failed'],
    ])
    expect(lines.join('\n')).not.toMatch(/4711|\u202e/)
  })

  test.each([['--quiet'], []])(
    'quiet %s: only the messages of the command are logged',
    async (...further) => {
      const lines = await logOf('json', ...further)
      expect(lines.map(objectIn).some(({ message }) => message === 'request')).toBe(further.length === 0)
    },
  )
})
