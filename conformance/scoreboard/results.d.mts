import type { CaseResult } from '../../src/conformance/index.js'

export interface LibraryRecord {
  readonly name: string
  readonly versions: Readonly<Record<string, string>>
  /** The first reason of each failed case, by its id. */
  readonly failed: Readonly<Record<string, string>>
  /** The names of the skipped cases of each fact, by the reason. */
  readonly skipped: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
export interface Results {
  readonly cases: number
  readonly libraries: readonly LibraryRecord[]
}
export type JudgedCase = Pick<CaseResult, 'id' | 'state' | 'isChoice'> & { readonly reason: string }
export function recordOf(
  name: string,
  versions: Readonly<Record<string, string>>,
  results: readonly JudgedCase[],
): LibraryRecord
export function resultsText(
  cases: readonly { readonly choice?: string }[],
  libraries: readonly LibraryRecord[],
): string
