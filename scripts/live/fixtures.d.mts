import type { CaseOutcome } from './matrix.mjs'
import type { Target } from './wires.mjs'

export function writeFixtures(
  folder: string,
  recorded: { readonly target: Target; readonly outcome: CaseOutcome },
): readonly string[]
