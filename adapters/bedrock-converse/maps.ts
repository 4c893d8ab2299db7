import type { MediaPart, ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { countedApart, type UsageTable } from '../../src/codec/shape/usage-table.js'
import type { ErrorRow } from '../../src/codec/wire/contract.js'

/** `StopReason` of @aws-sdk/client-bedrock-runtime. */
export const FINISH: FinishTable = [
  ['complete', 'end_turn stop_sequence'],
  ['tool-calls', 'tool_use'],
  ['length', 'max_tokens'],
  ['context-full', 'model_context_window_exceeded'],
  ['filtered', 'content_filtered guardrail_intervened'],
  ['failed', 'malformed_model_output malformed_tool_use'],
  // Stop reasons of Claude outside the enumeration, which is open.
  ['refused', 'content_filtered refusal'],
  ['paused', 'max_tokens pause_turn compaction'],
]

/** `inputTokens` excludes tokens read from or written to a cache. */
export const USAGE: UsageTable = {
  rows: {
    inputTokens: 'inputTokens',
    outputTokens: 'outputTokens',
    totalTokens: 'totalTokens',
    cacheReadInputTokens: 'cachedInputTokens',
    cacheWriteInputTokens: 'cacheWriteTokens',
  },
  beside: /* @__PURE__ */ countedApart(
    ['cachedInputTokens', 'inputTokens'],
    ['cacheWriteTokens', 'inputTokens'],
  ),
  sums: true,
}

/** Kinds of the tools that the provider runs, by name. All other tools are `other`. */
export const KIND_BY_SYSTEM_TOOL: ReadonlyMap<string, Exclude<ToolKind, 'custom'>> = new Map([
  ['nova_grounding', 'web_search'],
  ['nova_code_interpreter', 'code_execution'],
])

interface MediaBlock {
  readonly kind: MediaPart['kind']
  /** Media type by `format`. If several formats have the same type, the first format is written. */
  readonly types: ReadonlyMap<string, string>
}

/** Blocks of media by their key. `ImageFormat`, `DocumentFormat`, `VideoFormat` and `AudioFormat` of the SDK. */
export const MEDIA: ReadonlyMap<string, MediaBlock> = new Map<string, MediaBlock>([
  ['image', { kind: 'image', types: prefixed('image', 'png jpeg gif webp') }],
  [
    'document',
    {
      kind: 'file',
      types: new Map([
        ['pdf', 'application/pdf'],
        ['txt', 'text/plain'],
        ['md', 'text/markdown'],
        ['csv', 'text/csv'],
        ['html', 'text/html'],
        ['doc', 'application/msword'],
        ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
        ['xls', 'application/vnd.ms-excel'],
        ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ]),
    },
  ],
  [
    'video',
    {
      kind: 'video',
      types: new Map([
        ...prefixed('video', 'mp4 webm mpeg'),
        ['mpg', 'video/mpeg'],
        ['mov', 'video/quicktime'],
        ['mkv', 'video/x-matroska'],
        ['flv', 'video/x-flv'],
        ['wmv', 'video/x-ms-wmv'],
        ['three_gp', 'video/3gpp'],
      ]),
    },
  ],
  [
    'audio',
    {
      kind: 'audio',
      types: new Map([
        ...prefixed('audio', 'wav flac ogg aac webm mp4 mpeg opus'),
        ['mp3', 'audio/mpeg'],
        ['m4a', 'audio/mp4'],
      ]),
    },
  ],
])

/** The block key for each kind of media. */
export const MEDIA_KEY: Readonly<Record<MediaPart['kind'], string>> = {
  image: 'image',
  file: 'document',
  video: 'video',
  audio: 'audio',
}

function prefixed(family: string, formats: string): Map<string, string> {
  return new Map(formats.split(' ').map((format) => [format, `${family}/${format}`]))
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors */
export const errors: readonly ErrorRow[] = [
  ['invalid-request', 400, 'ValidationException'],
  // The name of an error is in a header. Status 403 without a name is most often a model without access.
  ['permission', 403, 'AccessDeniedException'],
  ['authentication', 403, 'UnrecognizedClientException'],
  ['not-found', 404, 'ResourceNotFoundException'],
  ['timeout', 408, 'ModelTimeoutException'],
  ['rate-limit', 429, 'ThrottlingException'],
  ['billing', 400, 'ServiceQuotaExceededException'],
  ['overloaded', 429, 'ModelNotReadyException'],
  ['server', 500, 'InternalServerException'],
  ['server', 424, 'ModelErrorException'],
  ['server', 424, 'ModelStreamErrorException'],
  ['overloaded', 503, 'ServiceUnavailableException'],
]
