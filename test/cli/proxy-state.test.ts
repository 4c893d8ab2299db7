import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { nativeAnswer } from '../support/proxy.js'
import { describeWithRedis, startRedis } from '../support/redis.js'
import { served, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'

const OPTIONS = { adapters: ADAPTERS_FOLDER, env: { OPENAI_API_KEY: 'k' } }

/** Starts a model that answers with the number of messages it received. */
function counting() {
  return served(async (input, init) => {
    const sent = new Request(input, init)
    const body = await sent.json()
    const text = `${body.messages.length} messages`
    const answer = {
      id: 'answer-1',
      message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text }] },
      finish: { reason: 'stop' as const },
    }
    return nativeAnswer(openaiChat, answer, { path: new URL(sent.url).pathname, body })
  })
}

async function respond(url: string, body: JsonObject): Promise<{ id: string; text: string }> {
  const init = { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) }
  const { id, output } = await (await fetch(`${url}/v1/responses`, init)).json()
  return { id, text: output[0].content[0].text }
}

describeWithRedis('toolwire proxy --state', () => {
  test.each(['an option', 'the config file'])(
    'another proxy continues from an answer, named by %s',
    async (by) => {
      const redis = await startRedis()
      const target = `${(await counting()).url}/v1`
      const config = join(temporaryFolder(), 'proxy.json')
      const route = { from: 'responses', to: { wire: 'openai-chat', target } }
      writeFileSync(config, JSON.stringify({ state: redis.url, stateLifetime: 60_000, routes: [route] }))
      const args =
        by === 'an option'
          ? ['--from', 'responses', '--to', 'openai-chat', '--target', target, '--state', redis.url]
          : ['--config', config]
      const first = await startCli(['proxy', ...args], OPTIONS)
      const { id, text } = await respond(first.url, { input: 'One.' })
      expect(text).toBe('1 messages')
      expect((await first.stop()).status).toBe(0)
      const second = await startCli(['proxy', ...args], OPTIONS)
      const next = await respond(second.url, { input: 'Two.', previous_response_id: id })
      expect(next.text).toBe('3 messages')
      expect((await second.stop()).status).toBe(0)
      await redis.close()
    },
  )
})

describe('a state that cannot be had', () => {
  const args = ['proxy', '--to', 'openai-chat', '--target', 'http://127.0.0.1:1/v1']
  test.each([
    ['ftp://user:hunter2@host', /has to begin with one of redis:\/\//],
    ['no url hunter2', /has to begin with one of redis:\/\//],
    ['sqlite://user:hunter2@file', /npm install keyv @keyv\/sqlite/],
  ])('%s is reported, without its password', async (url, message) => {
    const { status, stderr } = await runCli([...args, '--state', url], '', OPTIONS)
    expect(status).not.toBe(0)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('hunter2')
  })
})
