import { toBase64 } from '../../src/base/json/base64.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { eventStream } from '../../src/codec/stream/aws-event-stream.js'
import type { Frame, Framing } from '../../src/codec/stream/framing.js'
import { chunkText } from './invoke-chunk.js'

/**
 * Streams of Bedrock's InvokeModelWithResponseStream: each event of the wire is base64 in a chunk of a binary
 * event stream.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export const invokeFraming: Framing = {
  contentType: eventStream.contentType,
  createFramer(maxFrameLength) {
    const framer = eventStream.createFramer(maxFrameLength)
    const opened = (frames: readonly Frame[]) => frames.map(openedFrame)
    return {
      push: (chunk) => opened(framer.push(chunk)),
      finish: () => opened(framer.finish()),
    }
  },
  write: ({ data }) => eventStream.write({ data: sealed(data) }),
}

/**
 * The service's exceptions in a stream, and the wire's error types. The first exception of a type is written.
 */
const EXCEPTIONS: readonly (readonly [exception: string, error: string])[] = [
  ['internalServerException', 'api_error'],
  ['modelStreamErrorException', 'api_error'],
  ['serviceUnavailableException', 'overloaded_error'],
  ['throttlingException', 'rate_limit_error'],
  ['validationException', 'invalid_request_error'],
  ['modelTimeoutException', 'timeout_error'],
]

function openedFrame(frame: Frame): Frame {
  const event = tryParseJson(frame.data)
  if (!isObject(event)) return frame
  const text = chunkText(event)
  if (text !== undefined) return { data: text }
  const failure = EXCEPTIONS.find(([name]) => isObject(event[name]))
  if (failure === undefined) return frame
  const [name, type] = failure
  const error = isObject(event[name]) ? event[name] : {}
  return { data: stringifyJson({ type: 'error', error: { type, message: stringOr(error.message, name) } }) }
}

function sealed(data: JsonValue): JsonObject {
  const error = isObject(data) && data.type === 'error' && isObject(data.error) ? data.error : undefined
  if (error === undefined) {
    const text = typeof data === 'string' ? data : stringifyJson(data)
    return { chunk: { bytes: toBase64(new TextEncoder().encode(text)) } }
  }
  const known = EXCEPTIONS.find(([, type]) => type === error.type)
  return { [known?.[0] ?? 'internalServerException']: { message: stringOr(error.message, '') } }
}
