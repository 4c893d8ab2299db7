import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const THINKING = 'https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model'
const K2_6 = 'https://platform.kimi.com/docs/pricing/chat-k26'
/** The source of the returned thinking: an empty text counts as missing, and a blank is accepted. */
const RETURNED = 'https://github.com/earendil-works/pi/pull/4178'
const VERCEL = 'https://github.com/vercel/ai/tree/main/packages/moonshotai'

const kimi = { date: READ } as const satisfies Partial<ModelRow>
/** `tool_choice 'specified' is incompatible with thinking enabled`: https://github.com/UKGovernmentBEIS/inspect_ai/issues/5152 */
const thinking = {
  toolChoices: ['auto', 'none', 'opaque'],
  back: { field: 'reasoning_content', needed: 'calls', empty: ' ' },
} as const satisfies ModelReasoning
const first = {
  ...kimi,
  toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
  source: ['https://platform.kimi.ai/docs/pricing/chat'],
  input: [],
  reasoning: false,
} as const
const second = { ...kimi, source: [K2_6, RETURNED], context: 262_144 }

export const moonshotRows: readonly ModelRow[] = [
  {
    ...kimi,
    name: 'kimi-k3*',
    source: [VERCEL, THINKING, 'https://runware.ai/docs/models/moonshotai-kimi-k3.md'],
    context: 1_048_576,
    output: 1_048_576,
    input: ['image'],
    toolChoices: ['auto', 'none', 'required', 'opaque'],
    reasoning: {
      back: thinking.back,
      alwaysOn: true,
      efforts: GRADES.lowHighMax,
      instead: { minimal: 'low', medium: 'high', xhigh: 'max' },
    },
  },
  {
    ...second,
    name: 'kimi-k2.7-code',
    also: ['kimi-k2.7-code-*'],
    source: [VERCEL, 'https://www.npmjs.com/package/@earendil-works/pi-ai'],
    input: ['image'],
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
    ...second,
    name: 'kimi-k2-0905',
    toolChoices: first.toolChoices,
    also: ['kimi-k2-turbo'],
    source: ['https://platform.kimi.ai/docs/guide/kimi-k2-quickstart'],
    input: [],
    reasoning: false,
  },
  {
    ...kimi,
    name: 'kimi-k2',
    toolChoices: first.toolChoices,
    context: 131_072,
    source: ['https://platform.kimi.ai/docs/guide/kimi-k2-quickstart'],
    input: [],
    reasoning: false,
  },
  { ...first, name: 'moonshot-v1-8k', context: 8_192 },
  { ...first, name: 'moonshot-v1-32k', context: 32_768 },
  { ...first, name: 'moonshot-v1-128k', context: 131_072 },
  { ...first, name: 'moonshot-v1-*vision*', input: ['image'] },
]
