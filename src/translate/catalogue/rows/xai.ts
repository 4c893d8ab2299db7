import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const page = (name: string) => `https://docs.x.ai/developers/models/${name}`
/** The efforts of each model. */
const EFFORTS = 'https://github.com/vercel/ai/blob/main/packages/xai/src/supports-reasoning-effort.ts'
/** Stop sequences and penalties are rejected: https://docs.x.ai/docs/guides/reasoning */
const reasons = {
  date: READ,
  input: ['image', 'file'],
  refusedSettings: ['stop', 'frequencyPenalty', 'presencePenalty'],
} as const satisfies Partial<ModelRow>
const mute = { ...reasons, reasoning: { alwaysOn: true, efforts: [] } } as const

export const xaiRows: readonly ModelRow[] = [
  {
    ...reasons,
    name: 'grok-4.6',
    source: [page('grok-4.6'), EFFORTS],
    reasoning: { efforts: GRADES.upToXhigh },
  },
  {
    ...reasons,
    name: 'grok-4.5',
    source: [page('grok-4.5'), EFFORTS],
    context: 500_000,
    reasoning: { alwaysOn: true, efforts: GRADES.upToHigh },
  },
  {
    ...reasons,
    name: 'grok-4.3',
    source: [page('grok-4.3'), EFFORTS],
    context: 1_000_000,
    reasoning: { efforts: GRADES.upToHigh },
  },
  {
    ...mute,
    name: 'grok-4.20-non-*',
    also: ['grok-4.20-*-non-*'],
    source: [page('grok-4.20-0309.md'), EFFORTS],
    context: 1_000_000,
    reasoning: false,
  },
  {
    ...mute,
    name: 'grok-4.20',
    also: ['grok-4.20-*'],
    source: [page('grok-4.20-0309.md'), EFFORTS],
    context: 1_000_000,
  },
  {
    ...mute,
    name: 'grok-4-fast*',
    source: ['https://openrouter.ai/x-ai/grok-4-fast', EFFORTS],
    context: 2_000_000,
    reasoning: { efforts: [] },
  },
  {
    ...mute,
    name: 'grok-4',
    source: ['https://openrouter.ai/x-ai/grok-4', EFFORTS],
    context: 256_000,
  },
]
