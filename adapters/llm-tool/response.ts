import { entryResponse, type UsageForm } from '../../src/format/log-answer.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Usage } from '../../src/model/types.js'
import { decodeFields, encodeFields, type FieldsOf } from '../../src/shape/fields.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeEntry, encodeEntry } from './messages.js'

const COUNTS: FieldsOf<Usage> = {
  prompt_token_count: ['number', 'inputTokens'],
  cached_content_token_count: ['number', 'cachedInputTokens'],
  thoughts_token_count: ['number', 'reasoningTokens'],
  total_token_count: ['number', 'totalTokens'],
}

/** `UsageMetadata`. Its candidates leave the thinking out. */
const usage: UsageForm = {
  field: 'usage_metadata',
  fields: { ...COUNTS, candidates_token_count: 'number' },
  decode(counts: JsonObject): Usage {
    const { candidates_token_count: said, thoughts_token_count: thought = 0 } = counts
    const outputTokens = typeof said === 'number' && typeof thought === 'number' ? said + thought : undefined
    return compact({ ...decodeFields<Usage>(counts, COUNTS), outputTokens })
  },
  encode: (counts: Usage) =>
    compact({
      ...encodeFields(counts, COUNTS),
      candidates_token_count:
        counts.outputTokens === undefined ? undefined : counts.outputTokens - (counts.reasoningTokens ?? 0),
    }),
}

/** A `Step` of agy-bridge, as far as it is an answer; or one call alone. */
export const response = /* @__PURE__ */ entryResponse({
  text: 'content',
  thinking: 'thinking',
  calls: 'tool_calls',
  decodeCall: (native, path, context) => decodeCall(native, path, context),
  encodeCall,
  loneCall(native, context) {
    const part = decodeEntry(native, '', context)?.part
    return part?.type === 'tool-call' ? part : undefined
  },
  encodeLone: (call, path, context) => encodeEntry(call, 'assistant', path, context),
  usage,
  usual: { content: '', thinking: '', tool_calls: [] },
})
export const { decode: decodeResponse } = response
