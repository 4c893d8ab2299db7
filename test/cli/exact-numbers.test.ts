import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { createReplay } from '../../src/traffic/replay/replay-fetch.js'
import { adapters, registry } from '../support/adapters.js'
import { exchange, temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'

const DIGITS = ['12345678901234567890', '1E400', '0.10000000000000000001']
const ARGUMENTS = `{"id":${DIGITS[0]},"list":[${DIGITS[1]},1.5],"in":{"f":${DIGITS[2]}}}`

const ANSWER: ModelResponse = {
  id: 'r1',
  model: 'm',
  message: {
    role: 'assistant',
    parts: [
      {
        type: 'tool-call',
        kind: 'function',
        id: 'call_1',
        name: 'get',
        status: 'complete',
        arguments: JSON.parse(ARGUMENTS),
        rawArguments: ARGUMENTS,
        providerExecuted: false,
      },
    ],
  },
  finish: { reason: 'tool-calls' },
}

/** Returns an answer as text, with numbers in the provider's notation regardless of the runtime. */
function answerOf(adapter: Adapter): string {
  const placeholders: ModelResponse = {
    ...ANSWER,
    message: {
      role: 'assistant',
      parts: ANSWER.message.parts.map((part) =>
        part.type === 'tool-call' && part.kind === 'function' && part.status === 'complete'
          ? { ...part, arguments: { ARGUMENTS: true }, rawArguments: '{"ARGUMENTS":true}' }
          : part,
      ),
    },
  }
  return stringifyJson(adapter.encodeResponse(placeholders).value)
    .replace('{"ARGUMENTS":true}', ARGUMENTS)
    .replace('{\\"ARGUMENTS\\":true}', JSON.stringify(ARGUMENTS).slice(1, -1))
}

const PAIRS = adapters.flatMap((from) => adapters.map((to) => ({ from: from.wire, to: to.wire })))
const sourceOf = (wire: string) => registry.get(wire)

function expectDigits(text: string): void {
  for (const digits of DIGITS) expect(text).toContain(digits)
}

describe.each(PAIRS)('numbers that no double holds, $from to $to', ({ from, to }) => {
  const record = `{"wire":"${from}","response":${answerOf(sourceOf(from))}}`

  test('are printed by translate, complete and as a stream', async () => {
    for (const form of [[], ['--stream']]) {
      const { stdout, lines } = await runCli(['translate', '--to', to, ...form], record, {
        adapters: ADAPTERS_FOLDER,
      })
      expect(JSON.stringify(lines[0]?.notices)).not.toContain('number-rounded')
      const { sse, chunks } = lines[0] ?? {}
      const told = Array.isArray(chunks) ? chunks : typeof sse === 'string' ? [sse] : undefined
      if (told === undefined) expectDigits(stdout.slice(0, stdout.indexOf('"notices"')))
      else expectDigits(await collected(sourceOf(to), told))
    }
  })

  test('are printed by decode, and encode finds them', async () => {
    const decoded = await runCli(['decode'], record, { adapters: ADAPTERS_FOLDER })
    expect(decoded.stdout.replace(/"rawArguments":"(?:[^"\\]|\\.)*"/, '')).toContain(
      `"arguments":${ARGUMENTS}`,
    )
    const encoded = await runCli(['encode', '--to', to], decoded.stdout, { adapters: ADAPTERS_FOLDER })
    const { response } = encoded.lines[0] ?? {}
    expect(response).toBeDefined()
    expectDigits(encoded.stdout.slice(0, encoded.stdout.indexOf('"notices"')))
  })

  test('are replayed, complete and as a stream', async () => {
    const path = join(temporaryFolder(), 'a.cassette')
    const source = sourceOf(from)
    const target = sourceOf(to)
    const request = (adapter: Adapter, stream: boolean) => {
      const { value } = adapter.encodeRequest({
        model: 'm',
        maxOutputTokens: 10,
        stream,
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
      })
      return { path: adapter.codecs.http.pathFor('m', stream), body: stringifyJson(value) }
    }
    const recorded = request(source, false)
    const writer = await CassetteWriter.open(path)
    await writer.append(
      exchange(
        'a',
        { url: `https://x${recorded.path}`, body: { text: recorded.body } },
        { body: { text: answerOf(source) } },
      ),
    )
    await writer.close()
    const replay = await createReplay({ from: path, as: target, registry })
    for (const stream of [false, true]) {
      const asked = request(target, stream)
      const response = await replay.fetch(`https://x${asked.path}`, { method: 'POST', body: asked.body })
      expect(response.status).toBe(200)
      if (stream) expectDigits(await collected(target, [new Uint8Array(await response.arrayBuffer())]))
      else expectDigits(await response.text())
    }
    await replay.close()
  })
})

/** Streams contain arguments in pieces. The joined text has all digits. */
async function collected(adapter: Adapter, chunks: readonly (object | string)[]): Promise<string> {
  const { message } = await adapter.collect(chunks)
  return message.parts.map((part) => (part.type === 'tool-call' ? part.rawArguments : '')).join()
}

test.each(adapters)(
  'a number of a request to $wire outside of tool arguments is reported when it is rounded',
  async ({ wire, adapter }) => {
    const { value } = adapter.encodeRequest({
      model: 'm',
      maxOutputTokens: 10,
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    })
    const noticesWith = async (number: string) => {
      const request = stringifyJson({ ...value, unknown: 'NUMBER' }).replace('"NUMBER"', number)
      const { lines } = await runCli(['translate', '--to', wire, '--from', wire], request, {
        adapters: ADAPTERS_FOLDER,
      })
      return lines[0]?.notices
    }
    for (const digits of DIGITS)
      expect(await noticesWith(digits)).toEqual([
        expect.objectContaining({ code: 'number-rounded', severity: 'warning', detail: [digits] }),
      ])
    expect(await noticesWith('1234567890.0625')).toEqual([])
  },
)

test('frames keep the digits with every option of streamFrames', async () => {
  for (const { adapter } of adapters) {
    const context = createContext(adapter.id)
    const frames = [...streamFrames(ANSWER, adapter.codecs, context)]
    expectDigits(await collected(adapter, frames))
    expect(context.notices.filter(({ code }) => code === 'number-rounded')).toEqual([])
  }
})
