import { asJson, numberOr, objectOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { Usage } from '../../src/model/types.js'

const NOTHING: JsonObject = {}

export function decodeUsage(native: JsonObject): Usage {
  const input = objectOr(native.prompt_tokens_details, NOTHING)
  const output = objectOr(native.completion_tokens_details, NOTHING)
  const reasoningTokens = numberOr(output.reasoning_tokens, undefined)
  return compact({
    inputTokens: numberOr(native.prompt_tokens, undefined),
    outputTokens: outputTokens(native, reasoningTokens),
    totalTokens: numberOr(native.total_tokens, undefined),
    // DeepSeek's own name for the same number.
    cachedInputTokens: numberOr(input.cached_tokens, numberOr(native.prompt_cache_hit_tokens, undefined)),
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
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens, reasoningTokens } = usage
  const details = (name: string, value: number | undefined) =>
    value === undefined ? undefined : { [name]: value }
  return compact({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: usage.totalTokens ?? inputTokens + outputTokens,
    prompt_tokens_details: details('cached_tokens', cachedInputTokens),
    completion_tokens_details: details('reasoning_tokens', reasoningTokens),
  })
}
