import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { readExchanges } from '../../src/traffic/replay/cassette.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

const WORDS = 'context_management: Extra inputs are not permitted'

/** Starts a server that does not support `context_management`. */
async function platform(): Promise<string> {
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    const body = await sent.json()
    if (body.context_management !== undefined)
      return Response.json(
        { type: 'error', error: { type: 'invalid_request_error', message: WORDS } },
        { status: 400 },
      )
    const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello.' }] }
    const answer = { message, finish: { reason: 'stop' as const } }
    return nativeAnswer(adapterOf('anthropic-messages').adapter, answer, {
      path: new URL(sent.url).pathname,
      body,
    })
  })
  return url
}

async function asked(...more: readonly string[]) {
  const to = ['--from', 'claude', '--to', 'claude', '--target', await platform()]
  const proxy = await startCli(['proxy', ...to, ...more], { adapters: ADAPTERS_FOLDER, env: {} })
  const body = JSON.stringify({
    ...{ model: 'm', max_tokens: 9, context_management: { edits: [] } },
    messages: [{ role: 'user', content: 'What is my secret?' }],
  })
  const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body })
  const text = await response.text()
  const { stderr } = await proxy.stop()
  return { status: response.status, text, stderr }
}

test('the log line and the recording show a repaired request', async () => {
  const file = join(temporaryFolder(), 'tape')
  const { status, text, stderr } = await asked('--record', file, '--verbose')
  expect([status, text]).toEqual([200, expect.stringContaining('Hello.')])
  expect(stderr).toMatch(/POST {2}\/v1\/messages {2}200 .*request-repaired/)
  expect(stderr).toContain(
    'warning request-repaired at /context_management: the provider refused the request for ',
  )
  expect(stderr).not.toContain('secret')
  const bodies: (string | undefined)[] = []
  for await (const { exchange } of readExchanges(file)) bodies.push(bodyText(exchange.request.body))
  expect(bodies.map((body) => body?.includes('context_management')).sort()).toEqual([false, true, true])
})

test('--no-repair passes the refusal on', async () => {
  const { status, text, stderr } = await asked('--no-repair')
  expect([status, text]).toEqual([400, expect.stringContaining(WORDS)])
  expect(stderr).not.toContain('request-repaired')
})
