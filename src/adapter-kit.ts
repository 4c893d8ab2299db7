// `toolwire/adapter-kit`: the contract of an adapter and its building blocks, for adapters outside of this project.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// The contract: a wire is a set of codecs, and `defineAdapter` makes an adapter of it.

export type {
  EncodedMessages,
  MessagesCodec,
  RequestCodec,
  ResponseCodec,
  ToolsCodec,
} from './codec/shape/codecs.js'
export type { StreamCodec, StreamEncoder } from './codec/stream/codec.js'
export type { Evidence, HttpBinding, Wire, WireCodecs } from './codec/wire/contract.js'
export { defineAdapter, withEncoder } from './codec/wire/define-adapter.js'
export { evidenceOf } from './codec/wire/evidence.js'
export { readOnly } from './codec/wire/read-only.js'

// The limits of a provider, and steps that adapt a conversation to them.

export type { FitContext, FitStep } from './codec/wire/fit-step.js'
export type { Limits } from './codec/wire/limits.js'
export { type FitTarget, type Fitted, fit } from './translate/fit/fit.js'
export { type FittedResponse, fitResponse } from './translate/fit/fit-answer.js'

// The context of a codec: its path, and the notices that it reports.

export { type Context, contextAt, createContext, inform, warn } from './base/model/context.js'

// JSON: read with paths, written with exact numbers.

export { parseDocument, stringifyExact } from './base/json/parse.js'
export {
  arrayOr,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  numberOr,
  objectIn,
  objectsIn,
  stringOr,
} from './base/json/read-json.js'
export { compact, stringifyJson } from './base/json/write-json.js'

// Metadata: native fields that are kept for their own wire.

export { metadataOf, opaque, wireMetadata } from './base/model/metadata.js'
export { extraOf } from './codec/shape/fields.js'

// Calls and results, as text and as values.

export {
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
  encodeArgumentValue,
} from './base/model/arguments.js'
export { mintId } from './base/model/ids.js'
export { decodeResultText, encodeResultText, nameResults } from './codec/shape/results.js'

// Losses: notices about parts, settings and tools without a place on the wire.

export { dropMedia, dropPart, dropReasoning } from './codec/shape/losses.js'

// Tables that work in both directions: objects, settings, the ends of turns, token counts.

export { decodeFinish, encodeFinish, type FinishTable } from './codec/shape/finish-table.js'
export { is, needed, to, usually } from './codec/shape/rows.js'
export { decodeSettings, encodeSettings, type SettingsTable } from './codec/shape/settings/settings-table.js'
export { fields, shape } from './codec/shape/shape.js'
export { decodeUsage, encodeUsage, type UsageTable } from './codec/shape/usage-table.js'

// Streams: the framing, the events, the grammar that they follow, and frames for tests.

export type { NativeFrame, StreamDecoder } from './base/model/events.js'
export { assemble, assembleTurns } from './codec/stream/assemble.js'
export { finishEvent } from './codec/stream/event-step.js'
export { streamFrames } from './codec/stream/frame-writer.js'
export { ndjson, sse } from './codec/stream/framing.js'
export { checkGrammar } from './codec/stream/grammar.js'
export { PartWriter } from './codec/stream/part-writer.js'

// Acceptance rules: the requests that a provider refuses.

export { type RuleRows, rulesOf } from './translate/lint/limited.js'
