import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const PRICING = 'https://api-docs.deepseek.com/quick_start/pricing'
const THINKING = 'https://api-docs.deepseek.com/guides/thinking_mode'
const RETURNED = 'https://github.com/earendil-works/pi/issues/3636'

/** Every assistant message requires the field. An empty text is accepted. */
const back = { field: 'reasoning_content', needed: 'answers', empty: '' } as const
const ladder: ModelReasoning = {
  efforts: GRADES.lowHighMax,
  instead: { minimal: 'low', medium: 'high', xhigh: 'high' },
  back,
}
const thinking = {
  date: READ,
  source: [PRICING, THINKING, RETURNED],
  input: [],
  // Thinking models reject other tool choices: https://github.com/pydantic/pydantic-ai
  toolChoices: ['auto', 'none', 'allowed', 'opaque'],
} as const satisfies Partial<ModelRow>
const fourth = { ...thinking, reasoning: ladder, context: 1_000_000, output: 393_216 }

export const deepseekRows: readonly ModelRow[] = [
  { ...fourth, name: 'deepseek-v4-pro' },
  {
    ...fourth,
    name: 'deepseek-flash',
    also: ['deepseek-v4-flash', 'deepseek-v4.1-flash', 'deepseek-v4-flash-vision-exp'],
    input: ['image'],
  },
  { ...thinking, name: 'deepseek-v3.2', context: 128_000, reasoning: { efforts: [], back } },
  {
    ...thinking,
    name: 'deepseek-reasoner',
    reasoning: { efforts: [], alwaysOn: true, back },
    deprecated: 'use deepseek-flash',
  },
  {
    ...thinking,
    name: 'deepseek-r1*',
    source: ['https://github.com/vercel/ai/tree/main/packages/deepseek'],
    reasoning: { efforts: [], alwaysOn: true, back: 'none' },
  },
]
