import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const MODELS = 'https://docs.mistral.ai/getting-started/models'
const REASONING = 'https://docs.mistral.ai/capabilities/reasoning'

const mistral = {
  date: READ,
  input: ['image', 'file'],
  profiles: { 'bedrock-converse': 'mistral' },
} as const
const blind = { ...mistral, input: [], reasoning: false } as const
/** The efforts: https://docs.sglang.io/cookbook/autoregressive/Mistral/Mistral-Medium-3.5 */
const merged = { ...mistral, reasoning: { startsOff: true, efforts: ['high'] } } as const

export const mistralRows: readonly ModelRow[] = [
  {
    ...mistral,
    name: 'mistral-large-4',
    also: ['mistral-large-4-0', 'mistral-large-latest'],
    source: [MODELS, 'https://vercel.com/ai-gateway/models/mistral-large-4'],
    // The gateway states 524,288, too; https://www.npmjs.com/package/@earendil-works/pi-ai has this one.
    context: 1_048_576,
    output: 262_144,
    reasoning: { alwaysOn: true, efforts: GRADES.upToHigh },
  },
  {
    ...merged,
    name: 'mistral-medium-3.5',
    also: ['mistral-medium-3.5-128b', 'mistral-medium-2604', 'mistral-medium-latest'],
    source: [REASONING, 'https://huggingface.co/mistralai/Mistral-Medium-3.5-128B'],
    context: 262_144,
  },
  {
    ...merged,
    name: 'mistral-small-2603',
    also: ['mistral-small-latest', 'mistral-small-4*'],
    source: [MODELS, REASONING],
    context: 262_144,
  },
  {
    ...mistral,
    name: 'mistral-large-2512',
    also: ['mistral-large-3*'],
    source: [MODELS],
    context: 262_144,
    reasoning: false,
  },
  {
    ...mistral,
    name: 'mistral-medium-3',
    also: ['mistral-medium-3.1', 'mistral-medium-2505', 'mistral-medium-2508'],
    source: [MODELS],
    context: 131_072,
    reasoning: false,
    deprecated: 'use mistral-medium-3.5',
  },
  {
    ...mistral,
    name: 'magistral-*',
    source: [MODELS, REASONING],
    context: 131_072,
    reasoning: { alwaysOn: true, efforts: [] },
    deprecated: 'use mistral-medium-3.5',
  },
  { ...mistral, name: 'ministral-3b*', source: [MODELS], context: 131_072, reasoning: false },
  { ...mistral, name: 'ministral-*', source: [MODELS], context: 262_144, reasoning: false },
  {
    ...blind,
    name: 'devstral-small-25*',
    also: ['devstral-medium-2507'],
    source: [MODELS],
    context: 131_072,
  },
  { ...blind, name: 'devstral*', source: [MODELS], context: 262_144 },
  { ...blind, name: 'codestral*', source: [MODELS], context: 256_000 },
]
