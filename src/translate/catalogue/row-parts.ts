import type { ReasoningEffort } from '../../base/model/types.js'

/** When the pages were read that the rows of this version name. */
export const READ = '2026-11-24'

/** The words for depth that models share, from the least. */
export const GRADES = {
  upToHigh: ['low', 'medium', 'high'],
  upToXhigh: ['low', 'medium', 'high', 'xhigh'],
  upToMax: ['low', 'medium', 'high', 'xhigh', 'max'],
  withoutXhigh: ['low', 'medium', 'high', 'max'],
  lowHighMax: ['low', 'high', 'max'],
} as const satisfies Record<string, readonly ReasoningEffort[]>
