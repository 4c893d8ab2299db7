import type { PositiveInteger } from '../../base/json/number-ranges.js'
import type { ModelRow } from './model-row.js'

/** US dollars per million tokens. The cost of tokens without a price is unknown. */
export interface Prices {
  /** Tokens of the prompt that were neither read from nor written to a cache. */
  readonly input?: number
  /** Tokens read from a cache. */
  readonly cachedInput?: number
  /** Tokens written to a cache, for the shortest lifetime. */
  readonly cacheWrite?: number
  /** Tokens written to a cache that keeps them for one hour. */
  readonly hourCacheWrite?: number
  /** Generated tokens, including reasoning. */
  readonly output?: number
}

/** The vendor's list prices of one model: standard tier, no batch, no regional surcharge. */
export interface PriceRow extends Pick<ModelRow, 'name' | 'also' | 'source' | 'date'>, Prices {
  /** The last day of these prices in UTC, if the vendor has announced it: YYYY-MM-DD. */
  readonly until?: string
  /** The prices of the complete request if its prompt has more than `over` tokens. Default: the same. */
  readonly long?: Prices & { readonly over: PositiveInteger }
}
