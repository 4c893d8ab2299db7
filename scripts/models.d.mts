import type { ModelRow, PriceRow } from '../src/translate/catalogue/index.js'

export function pageWith(
  page: string,
  rows: readonly ModelRow[],
  prices: {
    readonly priceRows: readonly PriceRow[]
    priceOf(model: string, rows: readonly PriceRow[]): PriceRow | undefined
  },
): string
