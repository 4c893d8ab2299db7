import { expectString } from '../../base/json/read-json.js'
import { expectGiven, expectList } from '../../base/model/expect.js'
import type { Usage } from '../../base/model/types.js'
import { comparedName, nameTest } from './catalogue.js'
import type { PriceRow, Prices } from './price-row.js'
import { priceRows } from './rows/prices.js'

/**
 * Returns the cost of an answer in US dollars, by the vendor's list prices. Platforms, batches and faster
 * tiers may have other prices.
 * @param model the name from the provider or a platform.
 * @param rows the first row that matches the name is used. Default: the prices of this version.
 * @returns undefined if the model, a token count or a price that the answer needs is unknown, and for names
 * with the suffix `free` or `batch`.
 * @example
 * const budget = { maxCost: 0.5, costOf }
 * costOf({ inputTokens: 1_000_000, outputTokens: 0 }, 'claude-opus-5-5') // 4
 * @example costOf(usage, model, [{ name: 'acme-1', input: 1, output: 2, source: [], date }, ...priceRows()])
 */
export function costOf(
  usage: Usage | undefined,
  model: string | undefined,
  rows: readonly PriceRow[] = priceRows(),
): number | undefined {
  if (usage === undefined || model === undefined) return undefined
  expectGiven(usage, ['costOf needs the usage of an answer', 'costOf(usage, model)'])
  const {
    inputTokens,
    outputTokens,
    cachedInputTokens = 0,
    cacheWriteTokens = 0,
    hourCacheWriteTokens = 0,
  } = usage
  const row = priceOf(model, rows)
  if (row === undefined || inputTokens === undefined || outputTokens === undefined) return undefined
  const { input, cachedInput, cacheWrite, hourCacheWrite, output } = pricesFor(row, inputTokens)
  const fresh = Math.max(inputTokens - cachedInputTokens - cacheWriteTokens, 0)
  const costs = [
    cost(fresh, input),
    cost(cachedInputTokens, cachedInput),
    cost(cacheWriteTokens - hourCacheWriteTokens, cacheWrite),
    cost(hourCacheWriteTokens, hourCacheWrite),
    cost(outputTokens, output),
  ]
  return costs.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)
}

/**
 * Returns the price row of a model.
 * @param model as the provider, or a platform, names it.
 * @param rows the first row that matches the name and has not ended is used. Default: the prices of this version.
 * @returns undefined for a model without prices, and for names with the suffix `free` or `batch`.
 * @example priceOf('anthropic/claude-opus-5.5')?.input // 4
 */
export function priceOf(model: string, rows: readonly PriceRow[] = priceRows()): PriceRow | undefined {
  expectList(rows, ['priceOf needs a list of rows', 'priceOf(model, priceRows())'], '/rows')
  const compared = comparedName(expectString(model, '/model'))
  if (/-(?:free|batch)$/.test(compared)) return undefined
  const today = new Date().toISOString().slice(0, 10)
  return rows.find(
    ({ name, also = [], until = today }) =>
      today <= until && [name, ...also].some((each) => nameTest(each)(compared)),
  )
}

function pricesFor({ long, ...row }: PriceRow, inputTokens: number): Prices {
  return long !== undefined && inputTokens > long.over ? long : row
}

function cost(tokens: number, price: number | undefined): number | undefined {
  if (tokens === 0) return 0
  return price === undefined ? undefined : (tokens * price) / 1_000_000
}
