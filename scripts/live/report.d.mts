import type { MatrixRow } from './matrix.mjs'

export function linesOf(row: MatrixRow): readonly string[]
export function summaryOf(rows: readonly MatrixRow[]): string
export function pageOf(rows: readonly MatrixRow[], day: string): string
