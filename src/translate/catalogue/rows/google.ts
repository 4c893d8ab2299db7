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
/** Facts of Gemini 3: https://ai.google.dev/gemini-api/docs/gemini-3 */
const third = { ...gemini, refusedSettings: ['frequencyPenalty', 'presencePenalty'] } as const
const before3 = {
  ...gemini,
  resultInput: [],
  profiles: { 'google-generate-content': 'before-gemini-3' },
} as const

export const googleRows: readonly ModelRow[] = [
  {
    ...third,
    name: 'gemini-4-neon',
    also: ['gemini-4-hydrogen'],
    source: [page('gemini-4-neon'), THINKING],
    reasoning: levels(GRADES.upToXhigh),
  },
  {
    ...third,
    name: 'gemini-4-argon',
    also: ['gemini-4-argon-cyber-permissive', 'gemini-4-carbon'],
    source: [page('gemini-4-argon'), THINKING],
    reasoning: levels(GRADES.upToHigh),
  },
  {
    ...third,
    name: 'gemini-3.8-flash',
    also: ['gemini-3.7-flash'],
    source: [page('gemini-3.8-flash'), THINKING],
    reasoning: levels(GRADES.upToHigh),
  },
  {
    ...third,
    name: 'gemini-3.6-flash',
    source: [page('gemini-3.6-flash'), 'https://github.com/NousResearch/hermes-agent/issues/69231'],
    reasoning: levels(['minimal', ...GRADES.upToHigh]),
  },
  {
    ...third,
    name: 'gemini-3.5-flash-lite',
    also: ['gemini-3.1-flash-lite'],
    source: [page('gemini-3.5-flash-lite')],
    reasoning: levels(['minimal', ...GRADES.upToHigh]),
  },
  {
    ...third,
    name: 'gemini-3.5-flash',
    source: [page('gemini-3.5-flash')],
    reasoning: levels(['minimal', ...GRADES.upToHigh]),
    deprecated: 'requests go to gemini-3.6-flash',
  },
  {
    ...third,
    name: 'gemini-3.1-pro',
    also: ['gemini-3.1-pro-preview-customtools'],
    source: [page('gemini-3.1-pro'), THINKING],
    reasoning: levels(GRADES.upToHigh),
  },
  {
    ...third,
    name: 'gemini-3-pro',
    source: [page('gemini-3-pro'), THINKING],
    reasoning: levels(['low', 'high']),
    deprecated: 'it ended on 2026-03-09: use gemini-3.1-pro',
  },
  {
    ...third,
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
    date: READ,
    name: 'gemma-4-31b-it',
    also: ['gemma-4-26b-a4b-it'],
    source: ['https://ai.google.dev/gemma/docs'],
    context: 262_144,
    output: 32_768,
    input: ['image'],
    reasoning: {},
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
