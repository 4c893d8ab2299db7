import type { ReasoningEffort, ToolChoice } from '../../base/model/types.js'

/** The date on which the sources of the rows were read. */
export const READ = '2026-11-28'

/** Tool choices of models that refuse forced calls. */
export const UNFORCED = ['auto', 'none', 'allowed', 'opaque'] as const satisfies readonly ToolChoice['type'][]

/** Efforts that several models share, lowest first. */
export const GRADES = {
  upToHigh: ['low', 'medium', 'high'],
  upToXhigh: ['low', 'medium', 'high', 'xhigh'],
  upToMax: ['low', 'medium', 'high', 'xhigh', 'max'],
  withoutXhigh: ['low', 'medium', 'high', 'max'],
  lowHighMax: ['low', 'high', 'max'],
  fromMinimal: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  fromMedium: ['medium', 'high', 'xhigh'],
} as const satisfies Record<string, readonly ReasoningEffort[]>
