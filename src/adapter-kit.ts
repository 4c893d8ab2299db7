// `toolwire/adapter-kit`: what an adapter is made of. Programs that only use adapters need nothing of it.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// A wire, and the adapter that is made of it. Its words one by one, for small bundles.

export type {
  ErrorCategory,
  ErrorRow,
  Evidence,
  HttpBinding,
  KnownWire,
  ModelsBinding,
  SocketBinding,
  Wire,
  WireCodecs,
} from './adapter/adapter.js'
export { carriedAnswer, withCarriedAnswer } from './adapter/carried-answer.js'
export * from './adapter/carried-calls.js'
export { carriedOutput, carriedPart, carriedParts } from './adapter/carried-parts.js'
export { CARRIED, type CarriedField, carried, withCarried } from './adapter/carry.js'
export type {
  EncodedMessages,
  MessagesCodec,
  RequestCodec,
  ResponseCodec,
  ToolsCodec,
} from './adapter/codecs.js'
export { type Context, createContext } from './adapter/context.js'
export { defineAdapter, withEncoder } from './adapter/define.js'
export { isErrorBody } from './adapter/evidence.js'
export {
  type MessagesReader,
  type MessagesWire,
  type MessagesWriter,
  messagesWire,
} from './adapter/messages-wire.js'
export { decodeSegment, pathSegment } from './adapter/path-segments.js'
export { readOnly } from './adapter/read-only.js'
export type { Converter, StreamCodec, StreamDecoding, StreamEncoder } from './adapter/stream-codec.js'
export {
  callsReader,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
  type WordTypes,
} from './adapter/words.js'

// What the provider accepts, and the steps that bend a conversation to what only this one accepts.

export type { CachePlace } from './adapter/cache-marks.js'
export * from './adapter/fit/change.js'
export { functionCall, functionTool } from './adapter/fit/custom-tools.js'
export { pairResults } from './adapter/fit/pairing.js'
export { narrationOf } from './adapter/fit/provider-executed.js'
export { isSameModel } from './adapter/fit/reasoning.js'
export type { FitContext, FitStep } from './adapter/fit/step.js'
export { trimFinalText } from './adapter/fit/text.js'
export { storedTurnsAmong } from './adapter/fit/turns.js'
export {
  type CacheLimit,
  type CarriedKind,
  chooseLimits,
  type Limits,
  type MediaLimit,
  type TextLimit,
  textTest,
} from './adapter/limits.js'

// Fields of native objects: those that are read, and those that are kept as they are.

export * from './adapter/fields.js'
export * from './adapter/metadata.js'

// Marks of the prompt's cache: fields as data, and what reads and writes marks of another form.

export {
  type CacheField,
  dropMarks,
  isMarkable,
  type Markable,
  readMark,
  withMark,
  writeMark,
} from './adapter/cache-marks.js'

// Settings of requests, as rows: what each is called on the wire, and the form of its value.

export { type CallOptionsPlaces, callOptions } from './adapter/settings/call-options.js'
export * from './adapter/settings/forms.js'
export { outputFormat } from './adapter/settings/output-format.js'
export { type ReasoningFields, reasoning } from './adapter/settings/reasoning.js'
export {
  type DecodedSettings,
  decodeSettings,
  encodeSettings,
  type SettingForm,
  type SettingsTable,
} from './adapter/settings/table.js'
export { callsToAnswer, isCallToAnswer } from './model/calls.js'
export * from './model/words.js'

// Tools that the provider brings along, and the schemas of the others.

export { encodeHosted, type HostedForms } from './adapter/hosted.js'
export { completeSchema } from './schema/complete.js'
export * from './schema/strict.js'
export * from './schema/walk.js'

// Calls, results and messages.

export * from './adapter/arguments.js'
export {
  asCut,
  type Draft,
  draftMessage,
  type EncodePart,
  encodeBlocks,
  partEncoder,
  resultsMessage,
} from './adapter/blocks.js'
export { decodeFinish, encodeFinish, isCutBy } from './adapter/finish.js'
export { mintId, stableHash } from './adapter/ids.js'
export * from './adapter/losses.js'
export {
  joinPieces,
  type Piece,
  type PieceForm,
  type PiecePlace,
  pieceSlot,
  piecesOf,
  type ReadPiece,
} from './adapter/pieces.js'
export * from './adapter/results.js'

// What servers of the Model Context Protocol answer.

export { fileNameIn, mcpWords, mediaKindOf } from './tools/mcp/blocks.js'
export { mcpResult } from './tools/mcp/result.js'

// Logs of calls and results, one thing after the other: for systems that have no requests.

export {
  type Entry,
  type EntryForm,
  entryChoice,
  entryMessages,
  entryRequest,
  logLimits,
} from './adapter/entries.js'
export { type AnswerForm, entryResponse, type UsageForm } from './adapter/entry-answer.js'
export {
  absentOf,
  type CallFields,
  decodeEntryCall,
  encodeEntryCall,
  entryCallSlot,
  entryResultSlot,
  withEntrySlot,
  withoutUsual,
} from './adapter/entry-calls.js'
export { entryTools, type ToolFields } from './adapter/entry-tools.js'

// Streams: how they are framed, what opens, grows and ends in them, and how one is written.

export { inputEvents } from './adapter/disassemble.js'
export { type CallStart, startedCall } from './adapter/fit/call-events.js'
export { endedResponse, wholeCall } from './adapter/stream-encoding.js'
export { type StreamFramesOptions, streamFrames } from './adapter/stream-frames.js'
export { type BlockCodec, type BlockMode, Blocks, type OpenBlock } from './stream/blocks.js'
export { CallAccumulator, type OpenCall } from './stream/calls.js'
export { endOf, finishEvent, STREAM_CUT, toldWhole } from './stream/end.js'
export { eventStream, eventStreamReading } from './stream/event-stream.js'
export { type NativeFrame, RESTARTED, type StreamDecoder } from './stream/events.js'
export * from './stream/framing.js'
export { checkGrammar } from './stream/grammar.js'
export { type EventStep, mapEvents, pipeSteps, runStep } from './stream/step.js'
export { createChunkDecoder } from './stream/text.js'

// Acceptance rules, in a module of their own: whoever lints loads it, and nobody else.

export type { Check, ReportViolation, RuleText } from './adapter/rule.js'
export * from './lint/checks.js'
export * from './lint/limit-checks.js'
export { type LimitCheck, rulesOver } from './lint/limited.js'
export { textForm } from './lint/text-form.js'
export * from './lint/view.js'

// Citations, and calls that stand alone.

export type { Citation, CitationForms, PlacedCitation, TextPlace } from './adapter/citations.js'
export { loneDecoder, loneEncoder } from './adapter/lone.js'

// What hosts keep of tools, and fences around JSON in texts.

export { unfenced } from './adapter/fence.js'
export { hostFields } from './adapter/host-fields.js'

// JSON that came from outside: read with paths, and written again.

export * from './json/lists.js'
export { mapObjects } from './json/map.js'
export * from './json/parse.js'
export * from './json/read.js'
export * from './json/write.js'
