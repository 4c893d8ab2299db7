import { entryResponse, type UsageForm } from '../../src/codec/format/log-answer.js'
import { countedApart } from '../../src/codec/shape/usage-table.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeEntry, encodeEntry } from './messages.js'

/** `UsageMetadata`. Its candidate count excludes thinking. */
const usage: UsageForm = {
  field: 'usage_metadata',
  table: {
    rows: {
      prompt_token_count: 'inputTokens',
      candidates_token_count: 'outputTokens',
      cached_content_token_count: 'cachedInputTokens',
      thoughts_token_count: 'reasoningTokens',
      total_token_count: 'totalTokens',
    },
    beside: /* @__PURE__ */ countedApart(['reasoningTokens', 'outputTokens']),
  },
}

/** The answer in a `Step` of agy-bridge, or a single call. */
export const response = /* @__PURE__ */ entryResponse({
  text: 'content',
  thinking: 'thinking',
  calls: 'tool_calls',
  decodeCall: (native, context) => decodeCall(native, context),
  encodeCall,
  loneCall(native, context) {
    const part = decodeEntry(native, { ...context, path: '' })?.part
    return part?.type === 'tool-call' ? part : undefined
  },
  encodeLone: (call, context) => encodeEntry(call, 'assistant', context),
  usage,
  usual: { content: '', thinking: '', tool_calls: [] },
})
export const { decode: decodeResponse } = response
