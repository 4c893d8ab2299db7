// Written by scripts/adapters.mjs, from the files beside it.
import { callsReader, responseDecoder } from '../../src/codec/wire/everyday.js'
import { openTelemetry } from './adapter.js'
import { pieces } from './pieces.js'
import { decodeResponse as decode } from './response.js'
import type { OpenTelemetryTypes } from './wire.js'

export * from './adapter.js'
export default openTelemetry
export type * from './wire.js'
export const toolCalls = /* @__PURE__ */ callsReader<OpenTelemetryTypes>('open-telemetry', decode, pieces)
export const decodeResponse = /* @__PURE__ */ responseDecoder<OpenTelemetryTypes>('open-telemetry', decode)
