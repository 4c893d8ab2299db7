import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const page = (name: string) => `https://docs.x.ai/developers/models/${name}`
/** The source of the efforts of each model. */
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
    name: 'grok-4.7',
    source: [page('grok-4.7'), 'https://apidog.com/blog/how-to-use-grok-4-7-api/', EFFORTS],
    context: 500_000,
    // Resellers also list `xhigh`, but the AI SDK sends this effort only to grok-4.6.
    reasoning: { alwaysOn: true, efforts: GRADES.upToHigh },
  },
  {
    ...reasons,
    name: 'grok-4.6',
    source: [page('grok-4.6'), EFFORTS],
    context: 500_000,
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
    output: 30_000,
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
    ...reasons,
    name: 'grok-4.20-multi*',
    source: [page('grok-4.20-0309.md'), 'https://models.dev'],
    context: 1_000_000,
    output: 30_000,
    reasoning: { alwaysOn: true, efforts: GRADES.upToXhigh },
    functionTools: { 'openai-chat': 'refused', 'openai-responses': 'refused', 'xai-grpc': 'refused' },
  },
  {
    ...mute,
    name: 'grok-4.20',
    also: ['grok-4.20-*'],
    source: [page('grok-4.20-0309.md'), EFFORTS],
    context: 1_000_000,
  },
  {
    date: READ,
    name: 'grok-build-0.1',
    source: [page('grok-build-0.1')],
    context: 256_000,
    input: ['image'],
  },
  {
    ...mute,
    name: 'grok-4-fast*',
    source: [EFFORTS, 'https://openrouter.ai/x-ai/grok-4-fast'],
    context: 2_000_000,
    reasoning: { efforts: [] },
  },
  {
    ...mute,
    name: 'grok-4',
    source: [EFFORTS, 'https://openrouter.ai/x-ai/grok-4'],
    context: 256_000,
  },
]
