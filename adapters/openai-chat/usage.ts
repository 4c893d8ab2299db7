import { asJson, numberOr, objectOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { Usage } from '../../src/model/types.js'

const NOTHING: JsonObject = {}

/** What vendors call the same number: all of them, DeepSeek, Mistral. */
const CACHED = ['cached_tokens', 'prompt_cache_hit_tokens', 'num_cached_tokens']

function isNumber(value: JsonValue | undefined): value is number {
  return typeof value === 'number'
}

export function decodeUsage(native: JsonObject): Usage {
  const input = objectOr(native.prompt_tokens_details, NOTHING)
  const output = objectOr(native.completion_tokens_details, NOTHING)
  const reasoningTokens = numberOr(output.reasoning_tokens, undefined)
  return compact({
    inputTokens: numberOr(native.prompt_tokens, undefined),
    outputTokens: outputTokens(native, reasoningTokens),
    totalTokens: numberOr(native.total_tokens, undefined),
    cachedInputTokens: CACHED.map((name) => input[name] ?? native[name]).find(isNumber),
    cacheWriteTokens: numberOr(input.cache_write_tokens, undefined),
    reasoningTokens,
  })
}

/**
 * All that was generated. xAI counts thinking beside `completion_tokens`, not in it, which its total shows
 * (https://github.com/vercel/ai/pull/12425).
 */
function outputTokens(native: JsonObject, reasoning = 0): number | undefined {
  const completion = numberOr(native.completion_tokens, undefined)
  if (completion === undefined) return undefined
  const total = numberOr(native.total_tokens, undefined)
  const all = completion + reasoning
  const isBeside =
    total === undefined ? reasoning > completion : total === numberOr(native.prompt_tokens, 0) + all
  return isBeside ? all : completion
}

/** The native object as long as it says the same; after an edit, or from another wire, one built from the numbers. */
export function encodeUsage(usage: Usage, native: JsonObject | undefined): JsonObject {
  if (native !== undefined && equalJson(asJson(decodeUsage(native)), asJson(usage))) return native
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage
  const input = compact({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens })
  return compact({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: usage.totalTokens ?? inputTokens + outputTokens,
    prompt_tokens_details: Object.keys(input).length === 0 ? undefined : input,
    completion_tokens_details:
      reasoningTokens === undefined ? undefined : { reasoning_tokens: reasoningTokens },
  })
}
