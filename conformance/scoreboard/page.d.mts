import type { Results } from './results.mjs'
export function scoreboardPage(
  results: Results,
  cases: readonly { readonly id: string; readonly title: string; readonly choice?: string }[],
): string
