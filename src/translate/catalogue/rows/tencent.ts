import type { ModelRow } from '../model-row.js'
import { READ } from '../row-parts.js'

const gateway = (name: string) => `https://vercel.com/ai-gateway/models/${name}`

const hunyuan = { date: READ, context: 1_024_000, output: 64_000 } as const

export const tencentRows: readonly ModelRow[] = [
  { ...hunyuan, name: 'hy4-flash', source: [gateway('hy4-flash')], input: ['image'] },
  { ...hunyuan, name: 'hy4', source: [gateway('hy4')], input: [] },
]
