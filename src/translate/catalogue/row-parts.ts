import type { ReasoningEffort } from '../../base/model/types.js'

/** The date on which the sources of this version's rows were read. */
export const READ = '2026-11-24'

/** Efforts that several models share, lowest first. */
export const GRADES = {
  upToHigh: ['low', 'medium', 'high'],
  upToXhigh: ['low', 'medium', 'high', 'xhigh'],
  upToMax: ['low', 'medium', 'high', 'xhigh', 'max'],
  withoutXhigh: ['low', 'medium', 'high', 'max'],
  lowHighMax: ['low', 'high', 'max'],
} as const satisfies Record<string, readonly ReasoningEffort[]>
