import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import { isGoodEnd, outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapterOf } from '../support/adapters.js'
import { stored } from '../support/values.js'
import { targets } from './document.js'

// vLLM reports a good end although its output limit truncated the call.
// https://github.com/vllm-project/vllm/issues/53269
const TEXTS = ['{"paths":["/tmp/a"', '{"paths":["/tmp/a', '{"paths":', '{', '{"a":{"b":1}', '{"a":tru']
const { adapter: chat } = adapterOf('openai-chat')

function callOf(text: string): object {
  return { index: 0, id: 'call_1', type: 'function', function: { name: 'delete_files', arguments: text } }
}

function whole(text: string, word: string): ModelResponse {
  const message = { role: 'assistant', content: null, tool_calls: [callOf(text)] }
  const body = { model: 'm', choices: [{ index: 0, message, finish_reason: word }] }
  return chat.decodeResponse(JSON.stringify(body)).value
}

function streamed(text: string, word: string): Promise<ModelResponse> {
  const frames = [
    { choices: [{ index: 0, delta: { role: 'assistant', tool_calls: [callOf(text)] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: word }] },
  ]
  const lines = frames.map((frame) => `data: ${JSON.stringify({ id: 'c', model: 'm', ...frame })}\n\n`)
  const headers = { 'content-type': 'text/event-stream' }
  return chat.collect(new Response(`${lines.join('')}data: [DONE]\n\n`, { headers }))
}

describe.each(TEXTS)('arguments that end after %s', (text) => {
  test.each(['tool_calls', 'stop'])('are a truncated answer behind %s', async (word) => {
    for (const answer of [whole(text, word), await streamed(text, word)]) {
      expect(answer.finish).toMatchObject({ outcome: 'length', raw: word })
      expect(answer.message.parts).toMatchObject([{ withheld: 'length', rawArguments: text }])
    }
  })

  test.each(targets)('are not a good end on $wire', async ({ wire, adapter }) => {
    for (const answer of [whole(text, 'tool_calls'), await streamed(text, 'tool_calls')]) {
      const { response } = fitResponse(answer, adapter.codecs, { from: 'openai-chat' })
      const body = stored(adapter.encodeResponse(response).value)
      expect(isGoodEnd(outcomeOf(adapter.decodeResponse(body).value.finish))).toBe(false)
      const frames = [...streamFrames(response, adapter.codecs, createContext(wire))]
      const read = assembleStream(frames, adapter.codecs, createContext(wire))
      expect(isGoodEnd(outcomeOf(read.finish))).toBe(false)
    }
  })
})

test('other broken arguments stay calls that the client answers with an error', () => {
  for (const text of ['{"a":1}}', "{'a':1}", '[1', 'a', '{"a" 1}'])
    expect(whole(text, 'tool_calls').finish.outcome, text).toBe('tool-calls')
})

test('the own wire keeps its word', () => {
  const { value } = chat.encodeResponse(whole('{"a', 'tool_calls'))
  expect(value).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})
