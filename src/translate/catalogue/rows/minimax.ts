import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const gateway = (name: string) => `https://vercel.com/ai-gateway/models/${name}`

const minimax = { date: READ, input: ['image', 'video'] } as const

export const minimaxRows: readonly ModelRow[] = [
  {
    ...minimax,
    name: 'minimax-m3.1-flash',
    source: [gateway('minimax-m3.1-flash')],
    context: 1_000_000,
    output: 524_288,
    reasoning: { alwaysOn: true, efforts: GRADES.upToMax },
  },
  {
    ...minimax,
    name: 'minimax-m3',
    source: [gateway('minimax-m3')],
    context: 1_000_000,
    output: 131_072,
    reasoning: {},
  },
  {
    ...minimax,
    name: 'minimax-m2.7',
    source: [gateway('minimax-m2.7')],
    context: 204_800,
    output: 131_072,
    input: [],
    reasoning: { alwaysOn: true },
  },
]
