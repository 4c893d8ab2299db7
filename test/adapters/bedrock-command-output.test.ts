import type { ConverseStreamCommandOutput } from '@aws-sdk/client-bedrock-runtime'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'

const $metadata = { httpStatusCode: 200, requestId: 'r-1', attempts: 1 }

async function* events(): NonNullable<ConverseStreamCommandOutput['stream']> {
  yield { messageStart: { role: 'assistant' } }
  yield { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hi' } } }
  yield { contentBlockStop: { contentBlockIndex: 0 } }
  yield { messageStop: { stopReason: 'end_turn' } }
  yield {
    metadata: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, metrics: { latencyMs: 1 } },
  }
}

describe('the output of a command of the AWS SDK', () => {
  test('ConverseStream: its stream is read', async () => {
    const output: ConverseStreamCommandOutput = { $metadata, stream: events() }
    expect(await bedrock.collect(output)).toMatchObject({
      message: { parts: [{ type: 'text', text: 'Hi' }] },
      finish: { reason: 'stop' },
      usage: { outputTokens: 2 },
    })
    const frames: unknown[] = []
    const source: ConverseStreamCommandOutput = { $metadata, stream: events() }
    for await (const frame of translateStream(source, { from: bedrock, to: anthropic })) frames.push(frame)
    expect(frames.join('')).toContain('"stop_reason":"end_turn"')
  })

  test('InvokeModelWithResponseStream: its body is read', async () => {
    const bytes = (event: object) => new TextEncoder().encode(JSON.stringify(event))
    async function* body() {
      yield { chunk: { bytes: bytes({ type: 'message_start', message: { id: 'm', content: [] } }) } }
      yield {
        chunk: {
          bytes: bytes({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
        },
      }
      yield { chunk: { bytes: bytes({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }) } }
      yield { chunk: { bytes: bytes({ type: 'message_stop' }) } }
    }
    const output = { $metadata, contentType: 'application/json', body: body() }
    expect(await anthropic.collect(output)).toMatchObject({
      message: { parts: [{ type: 'text', text: 'Hi' }] },
      finish: { reason: 'stop' },
    })
  })
})
