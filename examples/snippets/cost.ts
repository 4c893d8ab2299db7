// #region shown
import { costOf } from 'toolwire/models'

const usage = {
  inputTokens: 10_000, // includes the next two
  cachedInputTokens: 6_000,
  cacheWriteTokens: 3_000,
  outputTokens: 2_000, // includes reasoning
}
const dollars = costOf(usage, 'anthropic/claude-opus-5.5')
// 0.0602. In a loop: { budget: { maxCost: 0.5, costOf } }
// #endregion
console.log(dollars)
