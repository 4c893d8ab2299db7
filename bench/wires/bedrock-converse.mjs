import { EventStreamCodec } from '@smithy/core/event-streams'

const usage = { inputTokens: 412, outputTokens: 96, totalTokens: 508 }
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : decoder.decode(bytes)),
  (text) => encoder.encode(text),
)

export const deltas = true

export function* events(calls) {
  yield { messageStart: { role: 'assistant', p: 'abcdefghijk' } }
  for (const [contentBlockIndex, { id, name, pieces }] of calls.entries()) {
    yield { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: id, name } }, p: 'abcd' } }
    for (const input of pieces)
      yield { contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } }, p: 'abcdefgh' } }
    yield { contentBlockStop: { contentBlockIndex, p: 'abcdefghijklmn' } }
  }
  yield { messageStop: { stopReason: 'tool_use', p: 'abc' } }
  yield { metadata: { metrics: { latencyMs: 800 }, usage, p: 'abcdef' } }
}

export function frame(event) {
  const [[name, payload]] = Object.entries(event)
  const header = (value) => ({ type: 'string', value })
  return codec.encode({
    headers: {
      ':event-type': header(name),
      ':content-type': header('application/json'),
      ':message-type': header('event'),
    },
    body: encoder.encode(JSON.stringify(payload)),
  })
}

/** Does the same work as the SDK: complete messages through its codec, the payload through JSON.parse. */
export function floorFraming(take) {
  let pending = new Uint8Array(0)
  return {
    push(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      let start = 0
      for (let end; bytes.length - start >= 4; start = end) {
        end = start + view.getUint32(start)
        if (end > bytes.length) break
        const { headers, body } = codec.decode(bytes.subarray(start, end))
        take({ [headers[':event-type'].value]: JSON.parse(decoder.decode(body)) })
      }
      pending = bytes.subarray(start)
    },
  }
}

export function collect({ contentBlockStart: start, contentBlockDelta: part }, texts) {
  if (start !== undefined) texts[start.contentBlockIndex] = ''
  else if (part !== undefined) texts[part.contentBlockIndex] += part.delta.toolUse.input
}

export function body(calls, text) {
  const blocks = calls.map(({ id, name, text: input }) => ({
    toolUse: { toolUseId: id, name, input: JSON.parse(input) },
  }))
  return {
    metrics: { latencyMs: 800 },
    output: { message: { content: [{ text }, ...blocks], role: 'assistant' } },
    stopReason: 'tool_use',
    usage,
  }
}
