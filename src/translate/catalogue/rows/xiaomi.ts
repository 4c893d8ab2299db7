import type { ModelRow } from '../model-row.js'
import { READ } from '../row-parts.js'

const SOURCE = 'https://models.dev'

const mimo = { date: READ, source: [SOURCE], context: 1_048_576, output: 131_072 } as const

export const xiaomiRows: readonly ModelRow[] = [
  { ...mimo, name: 'mimo-v2.6-pro', also: ['mimo-v2.6-flash'], input: [], reasoning: {} },
  { ...mimo, name: 'mimo-v2.5-pro', input: ['image', 'audio', 'video'] },
]
