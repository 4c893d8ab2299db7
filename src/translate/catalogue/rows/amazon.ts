import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const NOVA = 'https://docs.aws.amazon.com/nova/latest/userguide/what-is-nova.html'
const NOVA_2 = 'https://docs.aws.amazon.com/nova/latest/nova2-userguide/reasoning-capabilities.html'
const THINKING = 'https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html'

const PREMIER = 'https://docs.aws.amazon.com/bedrock/latest/userguide/model-card-amazon-nova-premier.html'

const first = { date: READ, source: [NOVA], reasoning: false } as const
const seeing = { input: ['image', 'video', 'file'] } as const
const second = {
  ...seeing,
  date: READ,
  source: [NOVA_2, THINKING],
  context: 1_000_000,
  reasoning: { startsOff: true, efforts: GRADES.upToHigh },
  profiles: { 'bedrock-converse': 'nova' },
} as const

export const amazonRows: readonly ModelRow[] = [
  { ...second, name: 'nova-2-lite', output: 65_536 },
  { ...second, name: 'nova-2-pro' },
  {
    ...first,
    ...seeing,
    name: 'nova-premier',
    source: [NOVA, PREMIER],
    context: 1_000_000,
    output: 25_000,
    deprecated: 'it ended on 2026-09-14: use nova-2-lite',
  },
  { ...first, ...seeing, name: 'nova-pro', context: 300_000, output: 10_000 },
  { ...first, ...seeing, name: 'nova-lite', context: 300_000, output: 10_000 },
  { ...first, name: 'nova-micro', input: [], context: 128_000, output: 10_000 },
]
