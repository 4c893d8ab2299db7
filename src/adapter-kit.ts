// `toolwire/adapter-kit`: what an adapter is made of. Programs that only use adapters need nothing of it.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// A wire, and the adapter that is made of it. Its words one by one, for small bundles.

export { decodeSegment, pathSegment } from './base/http/request-target.js'
export {
  type AnswerFields,
  type Context,
  contextAt,
  createContext,
  inform,
  warn,
} from './base/model/context.js'
export { carriedAnswer, withCarriedAnswer } from './codec/format/carried-answer.js'
export { carriedPart, carriedParts } from './codec/format/carried-parts.js'
export {
  CARRIED,
  carried,
  carriedOpaque,
  carriedResult,
  type ReadOutput,
  withCarried,
  withCarriedResult,
} from './codec/format/carry.js'
export type {
  EncodedMessages,
  MessagesCodec,
  RequestCodec,
  ResponseCodec,
  ToolsCodec,
} from './codec/shape/codecs.js'
export type { Converter, StreamCodec, StreamDecoding, StreamEncoder } from './codec/stream/codec.js'
export type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from './codec/stream/session-codec.js'
export { type ClientNames, type InClient, type Renaming, renaming } from './codec/wire/client-names.js'
export type {
  BatchBinding,
  ErrorCategory,
  ErrorRow,
  Evidence,
  HttpBinding,
  KnownWire,
  ModelsBinding,
  Platform,
  SocketBinding,
  Wire,
  WireCodecs,
} from './codec/wire/contract.js'
export { defineAdapter, withEncoder } from './codec/wire/define-adapter.js'
export {
  callsReader,
  type EverydayTypes,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from './codec/wire/everyday.js'
export { evidenceOf, isBareError, isErrorBody, type Sign } from './codec/wire/evidence.js'
export {
  type MessagesReader,
  type MessagesWire,
  type MessagesWriter,
  messagesWire,
} from './codec/wire/messages-wire.js'
export { readOnly } from './codec/wire/read-only.js'

// What the provider accepts, and the steps that bend a conversation to what only this one accepts.

export * from './base/model/change.js'
export type { CachePlace } from './codec/shape/cache-marks.js'
export { functionCall, functionTool } from './codec/shape/free-text.js'
export { isText, joinedText } from './codec/shape/joined-text.js'
export type { FitContext, FitStep } from './codec/wire/fit-step.js'
export {
  type CacheLimit,
  type CarriedKind,
  chooseLimits,
  type Limits,
  type MediaLimit,
  type TextLimit,
  type ThinkingBack,
  type ThinkingField,
  textTest,
} from './codec/wire/limits.js'
export type {
  AnswerClock,
  CompactionBinding,
  ServerBinding,
  TurnRequest,
  TurnsBinding,
} from './codec/wire/server.js'
export { reportEndsWithAnswer } from './translate/fit/ends-with-answer.js'
export { joinTexts } from './translate/fit/join-texts.js'
export { isSameModel } from './translate/fit/origin.js'
export { pairResults } from './translate/fit/pairing.js'
export { narrationOf } from './translate/fit/provider-executed.js'
export { storedTurnsAmong, trimFinalText } from './translate/fit/turns.js'

// Fields of native objects: those that are read, and those that are kept as they are.

export * from './base/model/metadata.js'
export { CallIdsOfAnswer, givenId } from './base/model/repeated-ids.js'
export * from './codec/shape/common.js'
export * from './codec/shape/fields.js'
export * from './codec/shape/rows.js'
export * from './codec/shape/shape.js'

// Marks of the prompt's cache: fields as data, and what reads and writes marks of another form.

export {
  type CacheField,
  dropMarks,
  isMarkable,
  type Markable,
  readMark,
  withMark,
  writeMark,
} from './codec/shape/cache-marks.js'

// Settings of requests, as rows: what each is called on the wire, and the form of its value.

export { callsToAnswer, isCallToAnswer, isVendorTool } from './base/model/calls-to-answer.js'
export * from './base/model/constants.js'
export { type CallOptionsPlaces, callOptions } from './codec/shape/settings/call-options.js'
export * from './codec/shape/settings/forms.js'
export { outputFormat } from './codec/shape/settings/output-format.js'
export { type ReasoningFields, reasoning } from './codec/shape/settings/reasoning.js'
export {
  type DecodedSettings,
  decodeSettings,
  encodeSettings,
  type Leaves,
  type SettingForm,
  type SettingsTable,
  type Telling,
} from './codec/shape/settings/settings-table.js'

// Tools that the provider brings along, and the schemas of the others.

export { type FittedSchema, fitSchema } from './base/schema/fit-schema.js'
export * from './base/schema/schema-dialect.js'
export * from './base/schema/strict.js'
export * from './base/schema/walk.js'
export * from './codec/shape/choices.js'
export { encodeHosted, type HostedForms, readLocation } from './codec/shape/hosted-forms.js'
export { type RunForm, type RunSource, runOutcome } from './codec/shape/run-forms.js'
export * from './codec/shape/tool-codec.js'

// Calls, results and messages.

export { errorWords, isAnyError } from './base/http/error-words.js'
export { bytesBefore, unitAt } from './base/json/utf8.js'
export * from './base/model/arguments.js'
export { mintId, stableHash } from './base/model/ids.js'
export { mediaKindOf } from './base/model/media-kind.js'
export { failedFinish, finishOf, isGoodEnd, outcomeOf } from './base/model/outcome.js'
export {
  isTextOrCall,
  joinPieces,
  type PieceContext,
  type PieceWriter,
  type ReadPiece,
  roleOf,
  type SplitForm,
  splitMessages,
} from './codec/format/split-messages.js'
export * from './codec/shape/call-codec.js'
export {
  asCut,
  type Draft,
  draftMessage,
  type EncodePart,
  encodeBlocks,
  partEncoder,
  resultsMessage,
} from './codec/shape/encode-parts.js'
export * from './codec/shape/failed-answer.js'
export * from './codec/shape/finish-table.js'
export * from './codec/shape/glossary.js'
export * from './codec/shape/losses.js'
export * from './codec/shape/results.js'
export * from './codec/shape/usage-table.js'

// What servers of the Model Context Protocol answer.

export { fileNameIn, mcpWords } from './tools/mcp/blocks.js'
export { mcpResult } from './tools/mcp/result.js'

// Logs of calls and results, one thing after the other: for systems that have no requests.

export { type AnswerForm, entryResponse, type UsageForm } from './codec/format/log-answer.js'
export {
  type CallCodec,
  type CallForm,
  callCodec,
  type ReadInput,
} from './codec/format/log-calls.js'
export {
  decodeEntryText,
  type Entry,
  type EntryForm,
  entryChoice,
  entryMessages,
  entryRequest,
  logLimits,
} from './codec/format/log-entries.js'
export { entryTools, type ToolFields } from './codec/format/log-tools.js'
export * from './codec/format/store-limits.js'
export { foreignToolIn, keptForeignTool, type SlotPlace, toolSlot } from './codec/format/tool-slot.js'

// Streams: how they are framed, what opens, grows and ends in them, and how one is written.

export type {
  CallStart,
  NativeFrame,
  StreamDecoder,
  TextStart,
} from './base/model/events.js'
export { eventStream, eventStreamReading } from './codec/stream/aws-event-stream.js'
export {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from './codec/stream/block-writer.js'
export { CallAccumulator, type OpenCall } from './codec/stream/call-accumulator.js'
export { createChunkDecoder } from './codec/stream/chunk-decoder.js'
export { inputEvents } from './codec/stream/disassemble.js'
export {
  callStart,
  closeCall,
  endedResponse,
  restOfInput,
  startedCall,
  wholeCall,
} from './codec/stream/encoding.js'
export {
  type EventStep,
  endOf,
  finishEvent,
  mapEvents,
  pipeSteps,
  runStep,
  STREAM_CUT,
  toldWhole,
} from './codec/stream/event-step.js'
export { type StreamFramesOptions, streamFrames } from './codec/stream/frame-writer.js'
export * from './codec/stream/framing.js'
export { checkGrammar } from './codec/stream/grammar.js'
export { type OpenPart, type PartCodec, type PartMode, PartWriter } from './codec/stream/part-writer.js'

// Acceptance rules, in a module of their own: whoever lints loads it, and nobody else.

export * from './translate/lint/checks.js'
export * from './translate/lint/foreign-shapes.js'
export * from './translate/lint/found.js'
export * from './translate/lint/limit-checks.js'
export {
  type LimitCheck,
  over,
  type RuleRow,
  type RuleRows,
  rulesOf,
  type ViewCheck,
} from './translate/lint/limited.js'
export * from './translate/lint/mend-pairs.js'
export * from './translate/lint/mends.js'
export { remembered } from './translate/lint/remembered.js'
export type { Check, Fix, ReportViolation, RuleText } from './translate/lint/rule.js'
export { textForm } from './translate/lint/text-form.js'
export * from './translate/lint/view.js'

// What a provider refuses and no rule sees, and what mends it.

export type { PatchOperation } from './base/json/patch.js'
export { type Mend, type RefusalRows, refusalsOf, type Said } from './translate/repair/refusal.js'
export * from './translate/repair/refusal-mends.js'

// Citations, and calls that stand alone.

export type { Citation, CitationForms, PlacedCitation, TextPlace } from './codec/shape/citations.js'
export { loneDecoder, loneEncoder } from './codec/shape/lone.js'

// What hosts keep of tools, and fences around JSON in texts.

export * from './base/json/base64.js'
export { unfenced } from './base/json/fence.js'
export { hostFields } from './codec/shape/host-fields.js'

// JSON that came from outside: read with paths, and written again.

// Pieces, changes of state and output schemas.
export { attempt } from './base/json/adapter-error.js'
export type { JsonMembers } from './base/json/json-types.js'
export { mapObjects } from './base/json/map.js'
export * from './base/json/parse.js'
export * from './base/json/read-json.js'
export { type DigitsOf, roundNumbers } from './base/json/rounded.js'
export * from './base/json/write-json.js'
export { lastAuthorsParts } from './base/model/handover.js'
export { supersededCalls } from './base/model/outcome.js'
export { opaqueSlot } from './codec/format/carry.js'
export { schemaAlone } from './codec/shape/settings/output-format.js'
export { settingChanges } from './codec/shape/settings/setting-changes.js'
export { rangesOf } from './codec/shape/settings/setting-ranges.js'
export { profileOfModel } from './codec/wire/limits.js'
export { callReader, callWriter, resultReader, resultWriter } from './codec/wire/piece-words.js'
export type { Pieces } from './codec/wire/pieces.js'
export {
  type OutputRefusals,
  outputGrammarRule,
  outputRule,
  schemasAt,
  strictOutputRule,
} from './translate/lint/output-rules.js'
export type { RequestFields } from './translate/lint/request-names.js'
export { isMisspelled, settingRules } from './translate/lint/setting-rules.js'
export type {
  ForeignForms,
  ForeignWords,
  WireForm,
  WrittenForm,
} from './translate/lint/wire-shapes.js'
