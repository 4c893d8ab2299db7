// Entry point `toolwire/models`: model facts, as a value to pass to other functions.
import { Catalogue } from './catalogue.js'
import { alibabaRows } from './rows/alibaba.js'
import { amazonRows } from './rows/amazon.js'
import { anthropicRows } from './rows/anthropic.js'
import { cohereRows } from './rows/cohere.js'
import { deepseekRows } from './rows/deepseek.js'
import { googleRows } from './rows/google.js'
import { metaRows } from './rows/meta.js'
import { minimaxRows } from './rows/minimax.js'
import { mistralRows } from './rows/mistral.js'
import { moonshotRows } from './rows/moonshot.js'
import { nvidiaRows } from './rows/nvidia.js'
import { openaiRows } from './rows/openai.js'
import { stepfunRows } from './rows/stepfun.js'
import { tencentRows } from './rows/tencent.js'
import { xaiRows } from './rows/xai.js'
import { xiaomiRows } from './rows/xiaomi.js'
import { zaiRows } from './rows/zai.js'

export type { ThinkingBack, ThinkingField } from '../../codec/wire/limits.js'
export { Catalogue } from './catalogue.js'
export { costOf, priceOf } from './cost.js'
export type { EffortBudgets, FoundModel, ModelReasoning, ModelRow } from './model-row.js'
export type { PriceRow, Prices } from './price-row.js'
export { priceRows } from './rows/prices.js'

/**
 * The model facts of this version. Each row has its sources and the date they were read.
 * @example provider(anthropic, { model: 'claude-sonnet-4-5', models, send })
 */
export const models: Catalogue = /* @__PURE__ */ new Catalogue([
  ...anthropicRows,
  ...openaiRows,
  ...googleRows,
  ...mistralRows,
  ...amazonRows,
  ...deepseekRows,
  ...moonshotRows,
  ...zaiRows,
  ...alibabaRows,
  ...xaiRows,
  ...metaRows,
  ...cohereRows,
  ...minimaxRows,
  ...nvidiaRows,
  ...stepfunRows,
  ...tencentRows,
  ...xiaomiRows,
])
