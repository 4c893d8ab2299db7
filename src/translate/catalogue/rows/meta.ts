import type { ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const card = (name: string) => `https://www.llama.com/docs/model-cards-and-prompt-formats/${name}/`

const llama = {
  date: READ,
  reasoning: false,
  profiles: { 'bedrock-converse': 'llama' },
} as const satisfies Partial<ModelRow>
const third = { ...llama, input: [], context: 131_072 } as const

export const metaRows: readonly ModelRow[] = [
  {
    date: READ,
    name: 'muse-spark-1.3',
    also: ['muse-spark-1.3-contributor'],
    source: ['https://vercel.com/ai-gateway/models/muse-spark-1.3'],
    context: 1_048_576,
    output: 131_072,
    input: ['image', 'video', 'file'],
    reasoning: { alwaysOn: true, efforts: GRADES.fromMinimal },
  },
  {
    ...llama,
    name: 'llama-4*',
    also: ['llama4*'],
    source: [card('llama4')],
    input: ['image'],
  },
  {
    ...third,
    name: 'llama-3.3*',
    also: ['llama3.3*', 'llama3-3*', 'llama-v3.3*'],
    source: [card('llama3_3')],
  },
  {
    ...third,
    name: 'llama-3.1*',
    also: ['llama3.1*', 'llama3-1*', 'llama-v3.1*'],
    source: [card('llama3_1')],
  },
]
