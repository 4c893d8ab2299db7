import { AdapterError } from '../../src/json/errors.js'
import { asJson } from '../../src/json/read.js'
import { defineAdapter } from '../../src/wire/define.js'
import { callsReader, responseDecoder } from '../../src/wire/everyday.js'
import { messagesWire } from '../../src/wire/messages.js'
import { readOnly } from '../../src/wire/read-only.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { messages as messagesCodec } from './messages.js'
import { request } from './request.js'
import { decodeResponse as decode, response } from './response.js'
import { spansIn } from './span.js'
import { tools } from './tools.js'
import type { OpenTelemetryTypes } from './wire.js'

const format = /* @__PURE__ */ readOnly({
  id: 'open-telemetry',
  title: 'OpenTelemetry spans',
  docs: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/',
  limits,
  messages: messagesCodec,
  tools,
  request,
  response,
  evidence,
})

/** Spans that tell of models and tools, by the conventions of OpenTelemetry or in the way of a vendor. They are only read. */
export const openTelemetry = /* @__PURE__ */ defineAdapter<OpenTelemetryTypes>(format)

export default openTelemetry

/**
 * The spans of a document, one by one, each to be read by itself.
 * @param document OTLP as JSON, a list of spans, or a span. Anything else holds none.
 */
export function spans(document: unknown): object[] {
  return spansIn(asJson(document))
}

export type * from './wire.js'

// The everyday words one by one: a bundler takes in those that a program imports, and what they need.
export const toolCalls = /* @__PURE__ */ callsReader<OpenTelemetryTypes>('open-telemetry', decode)
export const decodeResponse = /* @__PURE__ */ responseDecoder<OpenTelemetryTypes>('open-telemetry', decode)

function never(): never {
  throw new AdapterError('unsupported', '', 'OpenTelemetry spans are only read: nothing is written as them')
}

/** As much of the format as reading messages needs. */
export const messages = /* @__PURE__ */ messagesWire<OpenTelemetryTypes>({
  id: 'open-telemetry',
  limits,
  messages: { decode: messagesCodec.decode, encode: never, encodeResults: never },
})
