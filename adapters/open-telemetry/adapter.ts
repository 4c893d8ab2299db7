import { AdapterError } from '../../src/base/json/adapter-error.js'
import { asJson } from '../../src/base/json/read-json.js'
import { defineAdapter } from '../../src/codec/wire/define-adapter.js'
import { messagesWire } from '../../src/codec/wire/messages-wire.js'
import { readOnly } from '../../src/codec/wire/read-only.js'
import { evidence } from './evidence.js'
import { limits } from './limits.js'
import { messages as messagesCodec } from './messages.js'
import { docs, title } from './names.js'
import { pieces } from './pieces.js'
import { request } from './request.js'
import { response } from './response.js'
import { spansIn } from './span.js'
import { tools } from './tools.js'
import type { OpenTelemetryTypes } from './wire.js'

const id = 'open-telemetry'
const codecs = { messages: messagesCodec, tools, request, response }
const format = /* @__PURE__ */ readOnly({ id, title, docs, limits, ...codecs, evidence, pieces })

/** Spans of models and tools, in the conventions of OpenTelemetry or of a vendor. Spans are only decoded. */
export const openTelemetry = /* @__PURE__ */ defineAdapter<OpenTelemetryTypes>(format)

/**
 * Returns the spans of a document, for decoding one by one.
 * @param document OTLP as JSON, a list of spans, or a span. Other values contain no spans.
 */
export function spans(document: unknown): object[] {
  return spansIn(asJson(document))
}

function never(): never {
  throw new AdapterError('unsupported', '', 'OpenTelemetry spans can only be read, not written')
}

/** The part of the format that decodes messages. */
export const messages = /* @__PURE__ */ messagesWire<OpenTelemetryTypes>({
  id,
  limits,
  messages: { decode: messagesCodec.decode, encode: never, encodeResults: never },
})
