// `toolwire/adapter-kit`: what an adapter is made of. Programs that only use adapters need nothing of it.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// A wire, and the adapter that is made of it. Its words one by one, for small bundles.

export { carriedAnswer, withCarriedAnswer } from './format/carried-answer.js'
export { carriedPart, carriedParts } from './format/carried-parts.js'
export {
  CARRIED,
  carried,
  carriedOpaque,
  carriedResult,
  type ReadOutput,
  withCarried,
  withCarriedResult,
} from './format/carry.js'
export { decodeSegment, pathSegment } from './http/request-target.js'
export { type AnswerFields, type Context, contextAt, createContext, inform, warn } from './model/context.js'
export type {
  EncodedMessages,
  MessagesCodec,
  RequestCodec,
  ResponseCodec,
  ToolsCodec,
} from './shape/codecs.js'
export type { Converter, StreamCodec, StreamDecoding, StreamEncoder } from './stream/codec.js'
export type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from './stream/session-codec.js'
export { type ClientNames, type InClient, type Renaming, renaming } from './wire/client-names.js'
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
} from './wire/contract.js'
export { defineAdapter, withEncoder } from './wire/define-adapter.js'
export {
  callsReader,
  type EverydayTypes,
  responseDecoder,
  resultsWriter,
  streamCollector,
  streamReader,
} from './wire/everyday.js'
export { evidenceOf, isBareError, isErrorBody, type Sign } from './wire/evidence.js'
export {
  type MessagesReader,
  type MessagesWire,
  type MessagesWriter,
  messagesWire,
} from './wire/messages-wire.js'
export { readOnly } from './wire/read-only.js'

// What the provider accepts, and the steps that bend a conversation to what only this one accepts.

export { reportEndsWithAnswer } from './fit/ends-with-answer.js'
export { joinTexts } from './fit/join-texts.js'
export { isSameModel } from './fit/origin.js'
export { pairResults } from './fit/pairing.js'
export { narrationOf } from './fit/provider-executed.js'
export { storedTurnsAmong, trimFinalText } from './fit/turns.js'
export * from './model/change.js'
export type { CachePlace } from './shape/cache-marks.js'
export { functionCall, functionTool } from './shape/free-text.js'
export { isText, joinedText } from './shape/joined-text.js'
export type { FitContext, FitStep } from './wire/fit-step.js'
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
} from './wire/limits.js'
export type {
  AnswerClock,
  CompactionBinding,
  ServerBinding,
  TurnRequest,
  TurnsBinding,
} from './wire/server.js'

// Fields of native objects: those that are read, and those that are kept as they are.

export * from './model/metadata.js'
export { CallIdsOfAnswer, givenId } from './model/repeated-ids.js'
export * from './shape/common.js'
export * from './shape/fields.js'
export * from './shape/rows.js'
export * from './shape/shape.js'

// Marks of the prompt's cache: fields as data, and what reads and writes marks of another form.

export {
  type CacheField,
  dropMarks,
  isMarkable,
  type Markable,
  readMark,
  withMark,
  writeMark,
} from './shape/cache-marks.js'

// Settings of requests, as rows: what each is called on the wire, and the form of its value.

export { callsToAnswer, isCallToAnswer, isVendorTool } from './model/calls-to-answer.js'
export * from './model/constants.js'
export { type CallOptionsPlaces, callOptions } from './shape/settings/call-options.js'
export * from './shape/settings/forms.js'
export { outputFormat } from './shape/settings/output-format.js'
export { type ReasoningFields, reasoning } from './shape/settings/reasoning.js'
export {
  type DecodedSettings,
  decodeSettings,
  encodeSettings,
  type Leaves,
  type SettingForm,
  type SettingsTable,
  type Telling,
} from './shape/settings/settings-table.js'

// Tools that the provider brings along, and the schemas of the others.

export { type FittedSchema, fitSchema } from './schema/fit-schema.js'
export * from './schema/schema-dialect.js'
export * from './schema/strict.js'
export * from './schema/walk.js'
export * from './shape/choices.js'
export { encodeHosted, type HostedForms, readLocation } from './shape/hosted-forms.js'
export { type RunForm, type RunSource, runOutcome } from './shape/run-forms.js'
export * from './shape/tool-codec.js'

// Calls, results and messages.

export {
  isTextOrCall,
  joinPieces,
  type PieceContext,
  type PieceWriter,
  type ReadPiece,
  roleOf,
  type SplitForm,
  splitMessages,
} from './format/split-messages.js'
export { errorWords, isAnyError } from './http/error-words.js'
export { bytesBefore, unitAt } from './json/utf8.js'
export * from './model/arguments.js'
export { mintId, stableHash } from './model/ids.js'
export { mediaKindOf } from './model/media-kind.js'
export { failedFinish, finishOf, isGoodEnd, outcomeOf } from './model/outcome.js'
export * from './shape/call-codec.js'
export {
  asCut,
  type Draft,
  draftMessage,
  type EncodePart,
  encodeBlocks,
  partEncoder,
  resultsMessage,
} from './shape/encode-parts.js'
export * from './shape/failed-answer.js'
export * from './shape/finish-table.js'
export * from './shape/glossary.js'
export * from './shape/losses.js'
export * from './shape/results.js'
export * from './shape/usage-table.js'

// What servers of the Model Context Protocol answer.

export { fileNameIn, mcpWords } from './tools/mcp/blocks.js'
export { mcpResult } from './tools/mcp/result.js'

// Logs of calls and results, one thing after the other: for systems that have no requests.

export { type AnswerForm, entryResponse, type UsageForm } from './format/log-answer.js'
export {
  type CallCodec,
  type CallForm,
  callCodec,
  type ReadInput,
} from './format/log-calls.js'
export {
  decodeEntryText,
  type Entry,
  type EntryForm,
  entryChoice,
  entryMessages,
  entryRequest,
  logLimits,
} from './format/log-entries.js'
export { entryTools, type ToolFields } from './format/log-tools.js'
export * from './format/store-limits.js'
export { foreignToolIn, keptForeignTool, type SlotPlace, toolSlot } from './format/tool-slot.js'

// Streams: how they are framed, what opens, grows and ends in them, and how one is written.

export { eventStream, eventStreamReading } from './stream/aws-event-stream.js'
export {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from './stream/block-writer.js'
export { CallAccumulator, type OpenCall } from './stream/call-accumulator.js'
export { createChunkDecoder } from './stream/chunk-decoder.js'
export { inputEvents } from './stream/disassemble.js'
export {
  callStart,
  closeCall,
  endedResponse,
  restOfInput,
  startedCall,
  wholeCall,
} from './stream/encoding.js'
export {
  type EventStep,
  endOf,
  finishEvent,
  mapEvents,
  pipeSteps,
  runStep,
  STREAM_CUT,
  toldWhole,
} from './stream/event-step.js'
export type {
  CallStart,
  NativeFrame,
  StreamDecoder,
  TextStart,
} from './stream/events.js'
export { type StreamFramesOptions, streamFrames } from './stream/frame-writer.js'
export * from './stream/framing.js'
export { checkGrammar } from './stream/grammar.js'
export { type OpenPart, type PartCodec, type PartMode, PartWriter } from './stream/part-writer.js'

// Acceptance rules, in a module of their own: whoever lints loads it, and nobody else.

export * from './lint/checks.js'
export * from './lint/foreign-shapes.js'
export * from './lint/found.js'
export * from './lint/limit-checks.js'
export {
  type LimitCheck,
  over,
  type RuleRow,
  type RuleRows,
  rulesOf,
  type ViewCheck,
} from './lint/limited.js'
export * from './lint/mend-pairs.js'
export * from './lint/mends.js'
export { remembered } from './lint/remembered.js'
export type { Check, Fix, ReportViolation, RuleText } from './lint/rule.js'
export { textForm } from './lint/text-form.js'
export * from './lint/view.js'

// What a provider refuses and no rule sees, and what mends it.

export type { PatchOperation } from './json/patch.js'
export { type Mend, type RefusalRows, refusalsOf, type Said } from './repair/refusal.js'
export * from './repair/refusal-mends.js'

// Citations, and calls that stand alone.

export type { Citation, CitationForms, PlacedCitation, TextPlace } from './shape/citations.js'
export { loneDecoder, loneEncoder } from './shape/lone.js'

// What hosts keep of tools, and fences around JSON in texts.

export * from './json/base64.js'
export { unfenced } from './json/fence.js'
export { hostFields } from './shape/host-fields.js'

// JSON that came from outside: read with paths, and written again.

export { opaqueSlot } from './format/carry.js'
// Pieces, changes of state and output schemas.
export { attempt } from './json/adapter-error.js'
export type { JsonMembers } from './json/json-types.js'
export { mapObjects } from './json/map.js'
export * from './json/parse.js'
export * from './json/read-json.js'
export { type DigitsOf, roundNumbers } from './json/rounded.js'
export * from './json/write-json.js'
export {
  type OutputRefusals,
  outputGrammarRule,
  outputRule,
  schemasAt,
  strictOutputRule,
} from './lint/output-rules.js'
export { isMisspelled, type RequestFields, settingRules } from './lint/setting-rules.js'
export { lastAuthorsParts } from './model/handover.js'
export { supersededCalls } from './model/outcome.js'
export { schemaAlone } from './shape/settings/output-format.js'
export { settingChanges } from './shape/settings/setting-changes.js'
export { rangesOf } from './shape/settings/setting-ranges.js'
export { profileOfModel } from './wire/limits.js'
export { callReader, callWriter, resultReader, resultWriter } from './wire/piece-words.js'
export type { Pieces } from './wire/pieces.js'
