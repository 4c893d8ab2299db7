import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const page = (name: string) => `https://ai.google.dev/gemini-api/docs/models/${name}`
const THINKING = 'https://ai.google.dev/gemini-api/docs/thinking'

const gemini = {
  date: READ,
  context: 1_048_576,
  output: 65_536,
  input: ['image', 'audio', 'video', 'file'],
} as const
/** Thinking cannot be disabled: https://ai.google.dev/gemini-api/docs/gemini-3 */
const levels = (efforts: ModelReasoning['efforts']): ModelReasoning => ({
  alwaysOn: true,
  ...(efforts && { efforts }),
})
const before3 = {
  ...gemini,
  resultInput: [],
  profiles: { 'google-generate-content': 'before-gemini-3' },
} as const

export const googleRows: readonly ModelRow[] = [
  {
    ...gemini,
    name: 'gemini-3.8-flash',
    source: [page('gemini-3.8-flash'), THINKING],
    reasoning: levels(GRADES.upToHigh),
  },
  {
    ...gemini,
    name: 'gemini-3.5-flash',
    source: [page('gemini-3.5-flash')],
    reasoning: levels(['minimal', ...GRADES.upToHigh]),
    deprecated: 'requests go to gemini-3.6-flash',
  },
  {
    ...gemini,
    name: 'gemini-3.1-pro',
    source: [page('gemini-3.1-pro'), THINKING],
    reasoning: levels(GRADES.upToHigh),
  },
  {
    ...gemini,
    name: 'gemini-3-pro',
    source: [page('gemini-3-pro'), THINKING],
    reasoning: levels(['low', 'high']),
  },
  {
    ...gemini,
    name: 'gemini-3-flash',
    source: [page('gemini-3-flash'), THINKING],
    reasoning: levels(['minimal', ...GRADES.upToHigh]),
  },
  {
    ...before3,
    name: 'gemini-2.5-pro',
    source: [page('gemini-2.5-pro'), THINKING],
    reasoning: { alwaysOn: true, budget: { least: 128, most: 32_768 } },
  },
  {
    ...before3,
    name: 'gemini-2.5-flash',
    source: [page('gemini-2.5-flash'), THINKING],
    reasoning: { budget: { least: 1, most: 24_576 } },
  },
  {
    ...before3,
    name: 'gemini-2.5-flash-lite',
    source: [page('gemini-2.5-flash-lite'), THINKING],
    reasoning: { startsOff: true, budget: { least: 512, most: 24_576 } },
  },
  {
    ...before3,
    name: 'gemini-2.0-flash',
    also: ['gemini-2.0-flash-lite'],
    source: [page('gemini-2.0-flash')],
    output: 8_192,
    reasoning: false,
    deprecated: 'use a newer Flash',
  },
]
