import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const THINKING = 'https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model'
const K2_6 = 'https://platform.kimi.com/docs/pricing/chat-k26'
/** The source of the returned thinking: an empty text counts as missing, and a blank is accepted. */
const RETURNED = 'https://github.com/earendil-works/pi/pull/4178'
const VERCEL = 'https://github.com/vercel/ai/tree/main/packages/moonshotai'

const kimi = {
  date: READ,
  toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
} as const satisfies Partial<ModelRow>
const thinking: ModelReasoning = {
  back: { field: 'reasoning_content', needed: 'calls', empty: ' ' },
}
const second = { ...kimi, source: [K2_6, RETURNED], context: 262_144 }

export const moonshotRows: readonly ModelRow[] = [
  {
    ...kimi,
    name: 'kimi-k3*',
    source: [VERCEL, THINKING, 'https://runware.ai/docs/models/moonshotai-kimi-k3.md'],
    context: 1_048_576,
    output: 1_048_576,
    input: ['image'],
    reasoning: {
      ...thinking,
      alwaysOn: true,
      efforts: GRADES.lowHighMax,
      instead: { minimal: 'low', medium: 'high', xhigh: 'max' },
    },
  },
  {
    ...second,
    name: 'kimi-k2.7-code',
    also: ['kimi-k2.7-code-*'],
    source: [VERCEL],
    reasoning: thinking,
  },
  { ...second, name: 'kimi-k2.6', input: ['image', 'video'], reasoning: thinking },
  {
    ...second,
    name: 'kimi-k2.5',
    source: ['https://help.aliyun.com/zh/model-studio/kimi-api', RETURNED],
    input: ['image', 'video'],
    reasoning: thinking,
  },
  {
    ...second,
    name: 'kimi-k2-thinking',
    also: ['kimi-k2-thinking-turbo'],
    source: [THINKING, 'https://help.aliyun.com/zh/model-studio/kimi-api'],
    input: [],
    reasoning: { ...thinking, alwaysOn: true },
  },
  {
    ...kimi,
    name: 'kimi-k2',
    also: ['kimi-k2-turbo'],
    source: ['https://platform.kimi.ai/docs/guide/kimi-k2-quickstart'],
    input: [],
    reasoning: false,
  },
]
