import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const THINKING = 'https://docs.z.ai/guides/capabilities/thinking-mode'
const PYDANTIC =
  'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/profiles/zai.py'

/** Thinking has to be complete and unchanged; otherwise answers get worse. */
const thinking = { back: { field: 'reasoning_content' } } as const satisfies ModelReasoning
const glm = { date: READ, source: [THINKING], input: [], reasoning: thinking } as const

const ALWAYS: ModelReasoning = {
  ...thinking,
  alwaysOn: true,
  efforts: GRADES.lowHighMax,
  instead: { minimal: 'low', medium: 'high', xhigh: 'max' },
}

export const zaiRows: readonly ModelRow[] = [
  {
    ...glm,
    name: 'glm-5.4',
    source: ['https://docs.z.ai/guides/llm/glm-5.4'],
    context: 1_000_000,
    input: ['image'],
    reasoning: ALWAYS,
  },
  {
    ...glm,
    name: 'glm-5.3*',
    also: ['zai-glm-5.3*'],
    source: [
      'https://docs.aws.amazon.com/bedrock/latest/userguide/model-card-zai-glm-5-3.html',
      'https://openrouter.ai/~z-ai/glm-latest',
      PYDANTIC,
    ],
    context: 1_048_576,
    output: 131_072,
    reasoning: ALWAYS,
  },
  {
    ...glm,
    name: 'glm-5.2',
    also: ['zai-glm-5.2'],
    source: ['https://docs.z.ai/guides/llm/glm-5.2', PYDANTIC],
    context: 1_048_576,
    output: 131_072,
    reasoning: { ...thinking, efforts: ['minimal', ...GRADES.upToMax] },
  },
  { ...glm, name: 'glm-5v-turbo', input: ['image', 'video', 'file'], context: 200_000, output: 131_072 },
  { ...glm, name: 'glm-5', also: ['glm-5.1', 'glm-5-turbo', 'zai-glm-5'], context: 200_000, output: 131_072 },
  { ...glm, name: 'glm-4.7', context: 204_800, output: 131_072 },
  {
    ...glm,
    name: 'glm-4.6',
    source: [THINKING, 'https://vercel.com/ai-gateway/models/glm-4.6'],
    context: 204_800,
  },
  {
    ...glm,
    name: 'glm-4.5',
    also: ['glm-4.5-air'],
    source: [THINKING, 'https://vercel.com/ai-gateway/models/glm-4.5'],
    context: 131_072,
    output: 96_000,
  },
]
