import type { ModelRow } from '../model-row.js'
import { READ } from '../row-parts.js'

const PRICES = 'https://platform.stepfun.com/docs/en/pricing/details'

const step = { date: READ, source: [PRICES], context: 256_000, input: [] } as const

export const stepfunRows: readonly ModelRow[] = [
  { ...step, name: 'step-3.5-flash*', output: 256_000, reasoning: { efforts: ['low', 'high'] } },
  { ...step, name: 'step-5-preview', also: ['step-3.7-flash'] },
]
