import type { ModelRow } from '../model-row.js'
import { READ } from '../row-parts.js'

const MODELS = 'https://docs.cohere.com/docs/models'
const THINKING = 'https://docs.cohere.com/docs/reasoning'

const command = { date: READ, source: [MODELS] } as const
/** The depth is a number of tokens, `token_budget`. */
const thinking = { budget: { least: 1 } } as const

export const cohereRows: readonly ModelRow[] = [
  {
    ...command,
    name: 'command-a-plus',
    source: [MODELS, THINKING],
    context: 128_000,
    input: ['image'],
    reasoning: thinking,
  },
  {
    ...command,
    name: 'command-a-reasoning',
    source: [MODELS, THINKING],
    context: 256_000,
    output: 32_000,
    input: [],
    reasoning: thinking,
  },
  {
    ...command,
    name: 'command-a-vision',
    context: 128_000,
    output: 8_000,
    input: ['image'],
    reasoning: false,
    functionTools: { 'cohere-chat': 'refused' },
  },
  {
    ...command,
    name: 'command-a',
    context: 256_000,
    output: 8_000,
    input: [],
    reasoning: false,
  },
  {
    ...command,
    name: 'command-r7b',
    also: ['command-r', 'command-r-plus'],
    context: 128_000,
    output: 4_000,
    input: [],
    reasoning: false,
  },
]
