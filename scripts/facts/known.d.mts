import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import type { Catalogue } from '../../src/translate/catalogue/catalogue.js'

export interface Known {
  readonly place: string
  has(word: string): boolean
}
export function loadKnown(wire: string, kind: string): Promise<Known>
export function namesOf(models: Catalogue): Known['has']
export function finishWordsOf(table: FinishTable): Known['has']
export function literalsOf(code: string): string[]
