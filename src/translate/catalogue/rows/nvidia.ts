import type { ModelRow } from '../model-row.js'
import { READ } from '../row-parts.js'

const SOURCE = 'https://build.nvidia.com/models'

const nemotron = { date: READ, source: [SOURCE], context: 262_144, input: [] } as const

export const nvidiaRows: readonly ModelRow[] = [
  { ...nemotron, name: 'nemotron-3.5-*vl*', input: ['image'] },
  { ...nemotron, name: 'nemotron-3*', also: ['nvidia-nemotron-3*'] },
]
