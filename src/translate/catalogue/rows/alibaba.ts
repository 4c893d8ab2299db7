import type { ModelRow } from '../model-row.js'
import { READ, UNFORCED } from '../row-parts.js'

const THINKING = 'https://www.alibabacloud.com/help/en/model-studio/deep-thinking'
const gateway = (name: string) => `https://vercel.com/ai-gateway/models/${name}`

const qwen = { date: READ } as const
/** The depth is a number of tokens, `thinking_budget`. */
const thinking = { budget: { least: 1 } } as const
/** The model refuses forced calls: https://github.com/cloudwego/eino/issues/994 */
const unforced = { toolChoices: UNFORCED } as const

export const alibabaRows: readonly ModelRow[] = [
  {
    ...qwen,
    name: 'qwen3.8-max',
    also: ['qwen3.8-max-*'],
    source: ['https://docs.apiyi.com/en/news/qwen-3-8-max-launch.md', THINKING],
    context: 1_000_000,
    output: 131_072,
    input: ['image', 'video'],
    reasoning: { ...unforced, budget: { least: 1, most: 262_144 } },
  },
  {
    ...qwen,
    name: 'qwen3.8-flash',
    source: [gateway('qwen3.8-flash'), THINKING],
    context: 1_000_000,
    output: 131_072,
    input: ['image', 'video'],
    reasoning: { ...thinking, ...unforced },
  },
  {
    ...qwen,
    name: 'qwen3.7-max',
    source: [gateway('qwen3.7-max'), THINKING],
    context: 991_000,
    output: 65_536,
    input: [],
    reasoning: { ...thinking, ...unforced },
  },
  {
    ...qwen,
    name: 'qwen3.7-plus',
    source: [gateway('qwen3.7-plus'), THINKING],
    context: 1_000_000,
    output: 65_536,
    input: ['image', 'video'],
    reasoning: { ...thinking, ...unforced },
  },
  {
    ...qwen,
    name: 'qwen3.6-plus',
    also: ['qwen3.6-flash', 'qwen3.5-plus'],
    source: [gateway('qwen3.6-plus'), THINKING],
    context: 1_000_000,
    reasoning: thinking,
  },
  {
    ...qwen,
    name: 'qwen3-max',
    source: [gateway('qwen3-max.md')],
    context: 262_144,
    output: 65_536,
    input: [],
  },
  {
    ...qwen,
    name: 'qwen3-coder*',
    source: [
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/profiles/qwen.py',
    ],
    input: [],
    reasoning: false,
    strictTools: false,
    toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
  },
]
