import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ } from '../row-parts.js'

const page = (name: string) => `https://developers.openai.com/api/docs/models/${name}`
const REASONING = 'https://developers.openai.com/api/docs/guides/reasoning'
const EFFORTS_OF_5_6 = 'https://github.com/anomalyco/opencode/issues/36141'
const FAMILY_6 = 'https://github.com/BerriAI/litellm/pull/39631'
const TRIED_6 = 'https://github.com/UKGovernmentBEIS/inspect_ai/pull/5254'
/** Function tools on Chat: refused, or accepted only with `reasoning_effort: "none"` in the request. */
const CHAT_TOOLS = 'https://github.com/genkit-ai/genkit/issues/6303'
const CHAT_TOOLS_OF_5_6 = 'https://github.com/Gitlawb/openclaude/issues/1961'

const seeing = { date: READ, input: ['image', 'file'] } as const
const blind = { date: READ, input: [] } as const
/** Rejected by every reasoning model: https://developers.openai.com/api/docs/guides/latest-model */
const ALWAYS = ['stop', 'frequencyPenalty', 'presencePenalty'] as const
const WHILE_REASONING = ['temperature', 'topP', 'logProbabilities'] as const
/** `max_tokens` is refused: https://github.com/microsoft/sample-app-aoai-chatGPT/issues/1514 */
const reasons = {
  refusedSettings: ALWAYS,
  usualForms: { 'openai-chat': ['maxOutputTokens'] },
} as const satisfies Partial<ModelRow>
const onByDefault = { refusedSettings: WHILE_REASONING } as const satisfies ModelReasoning
const offByDefault = { ...onByDefault, startsOff: true } as const
const always = { ...onByDefault, alwaysOn: true } as const
const LARGE = { context: 1_050_000, output: 128_000 }
const MEDIUM = { context: 400_000, output: 128_000 }
/** Tables of models on npm. */
const TABLES = [
  'https://github.com/pydantic/genai-prices',
  'https://www.npmjs.com/package/@earendil-works/pi-ai',
]
const SMALL = { context: 200_000, output: 100_000 }

const gpt5: Omit<ModelRow, 'name' | 'source'> = {
  ...seeing,
  ...reasons,
  ...MEDIUM,
  reasoning: { ...always, efforts: ['minimal', ...GRADES.upToHigh] },
}
const codex = { ...seeing, ...reasons, ...MEDIUM }
const series: Omit<ModelRow, 'name' | 'source'> = {
  ...seeing,
  ...reasons,
  ...SMALL,
  reasoning: { ...always, efforts: GRADES.upToHigh },
}
const responsesOnly = { functionTools: { 'openai-chat': 'refused' } } as const satisfies Partial<ModelRow>
const chatWithoutReasoning = {
  functionTools: { 'openai-chat': 'without-reasoning' },
} as const satisfies Partial<ModelRow>
const sixth = {
  ...seeing,
  ...reasons,
  ...LARGE,
  reasoning: { ...onByDefault, efforts: GRADES.upToMax, effortsOn: { 'openai-chat': GRADES.upToXhigh } },
} as const
const sixthAlways = {
  ...sixth,
  ...responsesOnly,
  reasoning: { ...sixth.reasoning, alwaysOn: true },
} as const
const pro = { ...seeing, ...reasons, ...LARGE, reasoning: { ...always, efforts: GRADES.fromMedium } } as const
const chat = { ...seeing, context: 128_000, output: 16_384 } as const
const plain = { ...seeing, reasoning: false } as const

export const openaiRows: readonly ModelRow[] = [
  {
    ...sixthAlways,
    name: 'gpt-6.2-sol',
    also: ['gpt-6.2-astra', 'gpt-6.2-astra-law'],
    source: [page('gpt-6.2-sol'), FAMILY_6, CHAT_TOOLS],
  },
  {
    ...sixth,
    ...responsesOnly,
    name: 'gpt-6.1-terra',
    source: [page('gpt-6.1-terra'), FAMILY_6],
  },
  { ...sixthAlways, name: 'gpt-6.1-sol', source: [page('gpt-6.1-sol'), FAMILY_6] },
  {
    ...sixth,
    ...chatWithoutReasoning,
    name: 'gpt-6-sol',
    also: ['gpt-6-luna'],
    source: [page('gpt-6-sol'), FAMILY_6, 'https://github.com/onyx-dot-app/onyx/issues/15008'],
  },
  {
    ...sixthAlways,
    name: 'gpt-6-astra',
    also: ['gpt-6-rosalind', 'gpt-rosalind-research', 'gpt-6-cyber', 'gpt-daybreak-blue'],
    source: [page('gpt-6-astra'), FAMILY_6, TRIED_6, CHAT_TOOLS],
  },
  {
    ...seeing,
    ...reasons,
    ...MEDIUM,
    name: 'gpt-5.6-cyber',
    also: ['gpt-daybreak-red'],
    source: TABLES,
    reasoning: { ...onByDefault, efforts: GRADES.upToMax },
  },
  {
    ...seeing,
    ...reasons,
    ...LARGE,
    ...chatWithoutReasoning,
    name: 'gpt-5.6',
    also: ['gpt-5.6-*'],
    source: [page('gpt-5.6-sol'), EFFORTS_OF_5_6, CHAT_TOOLS, CHAT_TOOLS_OF_5_6],
    reasoning: {
      ...onByDefault,
      efforts: GRADES.upToMax,
      effortsOn: { 'openai-chat': GRADES.upToXhigh },
    },
  },
  { ...pro, name: 'gpt-5.5-pro', source: [page('gpt-5.5-pro')] },
  { ...pro, name: 'gpt-5.4-pro', source: [page('gpt-5.4-pro')] },
  { ...pro, ...MEDIUM, name: 'gpt-5.2-pro', source: [page('gpt-5.2-pro')] },
  { ...chat, name: 'gpt-5-chat', source: [page('gpt-5-chat-latest')], reasoning: false },
  { ...chat, name: 'gpt-5.3-chat', source: [page('gpt-5.3-chat-latest')], reasoning: false },
  {
    ...chat,
    ...reasons,
    name: 'gpt-5.2-chat',
    also: ['gpt-5.1-chat'],
    source: [page('gpt-5.2-chat-latest')],
    reasoning: { ...always, efforts: ['medium'] },
  },
  {
    ...seeing,
    ...reasons,
    ...LARGE,
    name: 'gpt-5.5',
    source: [page('gpt-5.5'), REASONING],
    reasoning: { ...onByDefault, efforts: GRADES.upToXhigh },
  },
  {
    ...seeing,
    ...reasons,
    ...LARGE,
    // An effort next to function tools is refused on Chat; without an effort the model does not reason.
    ...chatWithoutReasoning,
    name: 'gpt-5.4',
    source: [page('gpt-5.4'), REASONING],
    reasoning: { ...offByDefault, efforts: GRADES.upToXhigh },
  },
  {
    ...seeing,
    ...reasons,
    ...MEDIUM,
    name: 'gpt-5.4-mini',
    also: ['gpt-5.4-nano'],
    source: [page('gpt-5.4-mini'), REASONING],
    reasoning: { ...offByDefault, efforts: GRADES.upToXhigh },
  },
  {
    ...codex,
    name: 'gpt-5.3-codex',
    source: [page('gpt-5.3-codex')],
    reasoning: { ...always, efforts: GRADES.upToXhigh },
  },
  {
    ...codex,
    name: 'gpt-5.3-codex-spark',
    source: [page('gpt-5.3-codex-spark')],
    context: 128_000,
    output: 32_000,
    reasoning: { ...always, efforts: GRADES.upToXhigh },
  },
  {
    ...codex,
    name: 'gpt-5.2',
    also: ['gpt-5.2-codex'],
    source: [page('gpt-5.2')],
    reasoning: { ...offByDefault, efforts: GRADES.upToXhigh },
  },
  {
    ...codex,
    name: 'gpt-5.1-codex-max',
    source: [page('gpt-5.1-codex-max')],
    reasoning: { ...always, efforts: GRADES.upToXhigh },
  },
  {
    ...codex,
    name: 'gpt-5.1-codex',
    also: ['gpt-5.1-codex-mini'],
    source: [page('gpt-5.1-codex')],
    reasoning: { ...always, efforts: GRADES.upToHigh },
  },
  {
    ...codex,
    name: 'gpt-5.1',
    source: [page('gpt-5.1')],
    reasoning: { ...offByDefault, efforts: GRADES.upToHigh },
  },
  {
    ...codex,
    name: 'gpt-5-pro',
    source: [page('gpt-5-pro')],
    output: 272_000,
    reasoning: { ...always, efforts: ['high'] },
  },
  {
    ...codex,
    name: 'gpt-5-codex',
    source: [page('gpt-5-codex')],
    reasoning: { ...always, efforts: GRADES.upToHigh },
  },
  { ...gpt5, name: 'gpt-5', source: [page('gpt-5'), REASONING] },
  { ...gpt5, name: 'gpt-5-mini', source: [page('gpt-5-mini')] },
  { ...gpt5, name: 'gpt-5-nano', source: [page('gpt-5-nano')] },
  { ...series, name: 'o4-mini', source: [page('o4-mini')] },
  { ...series, name: 'o3', source: [page('o3')] },
  { ...series, ...blind, name: 'o3-mini', source: [page('o3-mini')] },
  {
    ...series,
    ...blind,
    name: 'o1-preview',
    source: [page('o1-preview'), ...TABLES],
    context: 128_000,
    output: 32_768,
    reasoning: { ...always, efforts: [] },
    deprecated: 'use o3',
  },
  { ...series, name: 'o1', source: [page('o1')] },
  {
    ...series,
    name: 'o3-pro',
    also: ['o1-pro', 'o3-deep-research', 'o4-mini-deep-research', 'codex-mini'],
    source: [page('o3-pro'), ...TABLES],
    ...responsesOnly,
  },
  {
    ...series,
    ...blind,
    name: 'o1-mini',
    source: [page('o1-mini'), ...TABLES],
    context: 128_000,
    output: 65_536,
    reasoning: { ...always, efforts: [] },
    deprecated: 'use a newer mini',
  },
  {
    ...plain,
    name: 'gpt-4.1',
    also: ['gpt-4.1-mini', 'gpt-4.1-nano'],
    source: [page('gpt-4.1')],
    context: 1_047_576,
    output: 32_768,
  },
  {
    ...plain,
    name: 'gpt-4o-2024-05-13',
    source: [page('gpt-4o')],
    context: 128_000,
    output: 4_096,
  },
  {
    ...plain,
    name: 'gpt-4o',
    also: ['gpt-4o-mini'],
    source: [page('gpt-4o')],
    context: 128_000,
    output: 16_384,
  },
  {
    ...plain,
    name: 'gpt-4o-search-preview',
    also: ['gpt-4o-mini-search-preview', 'chatgpt-4o'],
    source: [page('gpt-4o-search-preview'), ...TABLES],
    context: 128_000,
    output: 16_384,
  },
  {
    ...blind,
    name: 'gpt-4-turbo-preview',
    also: ['gpt-4-0125', 'gpt-4-1106'],
    source: [page('gpt-4-turbo'), ...TABLES],
    reasoning: false,
    context: 128_000,
    output: 4_096,
  },
  {
    ...plain,
    name: 'gpt-4-turbo',
    also: ['gpt-4-vision'],
    source: [page('gpt-4-turbo'), ...TABLES],
    context: 128_000,
    output: 4_096,
  },
  {
    ...blind,
    name: 'gpt-4',
    source: [page('gpt-4'), ...TABLES],
    reasoning: false,
    context: 8_192,
    output: 8_192,
  },
  {
    ...blind,
    name: 'gpt-3.5-turbo',
    also: ['gpt-3.5-turbo-16k'],
    source: [page('gpt-3.5-turbo'), ...TABLES],
    reasoning: false,
    context: 16_385,
    output: 4_096,
    deprecated: 'use a newer mini',
  },
  {
    ...blind,
    name: 'gpt-oss-*',
    also: ['gpt-oss'],
    source: [page('gpt-oss-120b.md'), 'https://github.com/pydantic/pydantic-ai'],
    context: 131_072,
    output: 131_072,
    reasoning: { alwaysOn: true, efforts: GRADES.upToHigh },
    // Applies to the model on any server: `harmony` of pydantic-ai's profiles.
    toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
  },
]
