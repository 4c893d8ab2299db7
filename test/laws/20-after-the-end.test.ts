import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'
import { adapterOf, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, forEachPair } from '../support/law.js'
import { asFrames, parsedEvents, textOf } from '../support/streams.js'
import { difference, stored } from '../support/values.js'

// Sources: cohere-ai/cohere-python#730 ([DONE] after message-end), Nutlope/Switchyard PR 136 and anthropic-sdk-csharp PR 202
// ([DONE] after message_stop), claude-relay-service#740 ([DONE] after Gemini's last chunk).

/** Data that servers and gateways send after the final event of an answer. */
const SSE_TAILS: readonly string[] = [
  'data: [DONE]\n\n',
  'data: [DONE]\n\ndata: [DONE]\n\n',
  'event: done\ndata: [DONE]\n\n',
  ': OPENROUTER PROCESSING\n\n',
  'event: ping\ndata: {"type": "ping"}\n\n',
  '\n\n\n\n',
  'data: \n\n',
  'data: [DONE]\n\nevent: error\ndata: {"message":"too late"}\n\n',
  'data: [DONE]\n\ndata: this is not JSON\n\n',
]

/** Streams that were not interrupted. */
function wholeStreams({ adapter, wire }: LoadedAdapter): string[] {
  return exchangesOf(wire).flatMap(({ id, stream }) =>
    stream === undefined || /interrupted|error|cut/.test(id) || !isSse(adapter) ? [] : [stream],
  )
}

function isSse({ codecs }: LoadedAdapter['adapter']): boolean {
  return /event-stream/.test(codecs.stream.framing.contentType)
}

/** Returns the stream with its last usage event repeated. */
function withUsageAgain({ adapter }: LoadedAdapter, stream: string): string {
  const last = parsedEvents(adapter, stream).findLast((event) => /usage/i.test(JSON.stringify(event)))
  return last === undefined ? stream : stream + textOf(adapter, asFrames([usageOnly(last)]))
}

/** Returns the same event without content of the answer. */
function usageOnly(event: JsonObject): JsonObject {
  if (Array.isArray(event.choices)) return { ...event, choices: [] }
  const { candidates: _candidates, ...rest } = event
  return rest
}

describe('law E: data after the end of an answer changes nothing', () => {
  forEachAdapter('for the library', ['http', 'stream'], async (loaded) => {
    const { adapter } = loaded
    const problems: (string | undefined)[] = []
    for (const stream of someOf(wholeStreams(loaded), 20)) {
      const before = stored(await adapter.collect([stream]))
      for (const tail of [...SSE_TAILS, withUsageAgain(loaded, '')])
        problems.push(difference(before, stored(await adapter.collect([stream + tail])), tail))
      problems.push(
        difference(before, stored(await adapter.collect([withUsageAgain(loaded, stream)])), 'usage'),
      )
    }
    expect(problems.filter((each) => each !== undefined)).toEqual([])
  })

  forEachPair('for a translated stream', ['http', 'stream'], async (from, to) => {
    const [stream] = wholeStreams(from)
    if (stream === undefined) return
    const translated = async (text: string) => {
      const frames: (string | Uint8Array)[] = []
      for await (const frame of translateStream([text], { from: from.adapter, to: to.adapter }))
        frames.push(frame)
      return frames
    }
    const before = await translated(stream)
    for (const tail of SSE_TAILS) expect(await translated(stream + tail), tail).toEqual(before)
  })

  /** Wires whose streams have a final event. */
  const ENDED: readonly string[] = [
    'anthropic-messages',
    'cohere-chat',
    'google-interactions',
    'openai-responses',
  ]

  test.each(ENDED)('an error, text and a failed connection after the end of %s', async (wire) => {
    const loaded = adapterOf(wire)
    const { adapter } = loaded
    const stream = wholeStreams(loaded)[0] ?? ''
    const before = stored(await adapter.collect([stream]))
    const tails = ['data: {"error":{"message":"late"}}\n\n', 'data: late\n\n', 'data: {"detail":"late"}\n\n']
    for (const tail of tails) expect(stored(await adapter.collect([stream + tail])), tail).toEqual(before)
    const failing = async function* () {
      yield stream
      throw new Error('terminated')
    }
    expect(stored(await adapter.collect(failing()))).toEqual(before)
  })

  test('[DONE] in place of message_stop is the stop reason that came (huggingface/tau PR 692)', async () => {
    const { adapter } = adapterOf('anthropic-messages')
    const events: readonly JsonObject[] = [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage: {} },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
    ]
    const answer = await adapter.collect([`${textOf(adapter, asFrames(events))}data: [DONE]\n\n`])
    expect(answer).toMatchObject({
      finish: { reason: 'tool-calls', raw: 'tool_use' },
      usage: { outputTokens: 3 },
    })
    expect(answer.error).toBeUndefined()
    const early = await adapter.collect([`${textOf(adapter, asFrames(events.slice(0, 4)))}data: [DONE]\n\n`])
    expect(early).toMatchObject({ finish: { reason: 'error' }, error: { code: 'stream-cut' } })
  })

  test.each(['cohere-chat', 'google-interactions', 'openai-chat', 'mistral-chat'])(
    'a stream written for %s ends with [DONE], and a failed one does not',
    async (wire) => {
      const { adapter } = adapterOf(wire)
      const { adapter: from } = adapterOf('anthropic-messages')
      const stream = wholeStreams(adapterOf('anthropic-messages'))[0] ?? ''
      const written = async (text: string) => {
        let all = ''
        for await (const frame of translateStream([text], { from, to: adapter })) all += String(frame)
        return all
      }
      expect(await written(stream)).toMatch(/data: \[DONE\]\n\n$/)
      expect(await adapter.collect([await written(stream)])).not.toHaveProperty('error')
    },
  )
})

test('lines after the last line of an answer change nothing', async () => {
  const loaded = adapterOf('ollama-chat')
  const { adapter } = loaded
  const [stream = ''] = exchangesOf('ollama-chat').flatMap(({ id, stream: text }) =>
    /single-call$/.test(id) ? (text ?? []) : [],
  )
  const before = stored(await adapter.collect([stream]))
  expect(before).toMatchObject({ finish: { reason: 'tool-calls' } })
  for (const tail of ['[DONE]\n', '\n\n', '{"type":"ping"}\n', '{"done":true,"eval_count":9}\n', 'late\n'])
    expect(stored(await adapter.collect([stream + tail])), tail).toEqual(before)
})

test('after an error only the end is written', async () => {
  const { adapter: chat } = adapterOf('openai-chat')
  const { adapter: anthropic } = adapterOf('anthropic-messages')
  const chunk = (content: string) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content } }],
  })
  const events = [
    chunk('before'),
    { error: { message: 'overloaded' } },
    chunk('after'),
    { error: { message: 'again' } },
  ]
  let text = ''
  for await (const frame of translateStream([textOf(chat, asFrames(events))], { from: chat, to: anthropic }))
    text += String(frame)
  expect(text).toContain('before')
  expect(text.split('event: error')).toHaveLength(2)
  expect(text.slice(text.indexOf('event: error'))).not.toMatch(/after|again|_delta|message_stop/)
})
