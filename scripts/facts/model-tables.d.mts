import type { Catalogue, PriceRow } from '../../src/translate/catalogue/index.js'
import type { Finding } from './compare.mjs'

export type Figures = Readonly<Record<string, number | boolean | undefined>>
export interface TableRow {
  readonly model: string
  readonly figures: Figures
}
export function contradictions(
  tables: ReadonlyMap<string, readonly TableRow[]>,
  ours: (model: string) => Figures | undefined,
): Finding[]
export function figuresOf(
  model: string,
  models: Catalogue,
  priceOf: (model: string) => PriceRow | undefined,
): Figures | undefined
