import type { Known } from './known.mjs'

export interface Union {
  readonly wire: string
  readonly kind: string
  readonly sdk: string
}
export interface Finding {
  readonly wire: string
  readonly kind: string
  readonly word: string
  readonly text: string
  readonly place: string
  readonly source?: string
}
export type Acknowledgement = readonly [wire: string, kinds: string, words: string, reason: string]
export function unknownWords(union: Union, words: readonly string[] | string, known: Known): Finding[]
export function acknowledge(
  findings: readonly Finding[],
  rows: readonly Acknowledgement[],
): { open: Finding[]; acknowledged: number; stale: string[] }
export function linesOf(findings: readonly Finding[], versions: Readonly<Record<string, string>>): string[]
