import type { ModelReasoning, ModelRow } from '../model-row.js'
import { GRADES, READ, UNFORCED } from '../row-parts.js'

const MODELS = 'https://platform.claude.com/docs/en/about-claude/models/overview'
const EFFORT = 'https://platform.claude.com/docs/en/build-with-claude/effort'
const THINKING = 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking'
const DEPRECATIONS = 'https://platform.claude.com/docs/en/about-claude/model-deprecations'
/**
 * The source of the efforts, since the vendor has no table of them: https://github.com/pydantic/pydantic-ai
 */
const PYDANTIC = 'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/profiles'

const claude = {
  date: READ,
  input: ['image', 'file'],
  profiles: { 'bedrock-converse': 'claude' },
} as const satisfies Partial<ModelRow>
const current = {
  ...claude,
  source: [MODELS, EFFORT],
  context: 1_000_000,
  output: 128_000,
  refusedSettings: ['temperature', 'topP', 'topK'],
} as const
const adaptive: ModelReasoning = { efforts: GRADES.upToMax, effortLeavesOff: true }
const always: ModelReasoning = { ...adaptive, alwaysOn: true }
/** The model refuses forced calls. */
const unforced = { toolChoices: UNFORCED } as const satisfies Partial<ModelRow>
/** Models with explicit thinking budgets, which reject sampling settings while thinking. */
const budgeted = {
  startsOff: true,
  effortLeavesOff: true,
  budget: { least: 1_024 },
  budgets: { minimal: 1_024, low: 2_048, medium: 10_000, high: 16_384, xhigh: 32_768 },
  refusedSettings: ['temperature', 'topK'],
} as const satisfies ModelReasoning
const older = { ...claude, source: [MODELS, THINKING, PYDANTIC], context: 200_000 }

export const anthropicRows: readonly ModelRow[] = [
  {
    ...current,
    ...unforced,
    name: 'claude-fable-5.2',
    also: ['claude-mythos-5.2', 'claude-fable-5.1', 'claude-mythos-5.1'],
    reasoning: always,
  },
  { ...current, name: 'claude-fable-5', also: ['claude-mythos-5'], reasoning: always },
  { ...current, ...unforced, name: 'claude-opus-5.5', reasoning: always },
  // `disabled` is refused: https://platform.claude.com/docs/en/build-with-claude/extended-thinking
  { ...current, ...unforced, name: 'claude-sonnet-5.5', reasoning: always },
  { ...current, name: 'claude-haiku-5.5', reasoning: { ...adaptive, offUpTo: 'high' } },
  { ...current, name: 'claude-opus-5', reasoning: { ...adaptive, offUpTo: 'high' } },
  { ...current, name: 'claude-sonnet-5', reasoning: adaptive },
  { ...current, name: 'claude-opus-4.8', reasoning: { ...adaptive, startsOff: true } },
  { ...current, name: 'claude-opus-4.7', reasoning: { ...adaptive, startsOff: true } },
  {
    ...older,
    name: 'claude-opus-4.6',
    reasoning: { ...budgeted, efforts: GRADES.withoutXhigh },
    context: 1_000_000,
    output: 128_000,
  },
  {
    ...older,
    name: 'claude-sonnet-4.6',
    reasoning: { ...budgeted, efforts: GRADES.withoutXhigh },
    context: 1_000_000,
    output: 128_000,
  },
  {
    ...older,
    name: 'claude-opus-4.5',
    reasoning: { ...budgeted, efforts: GRADES.upToHigh },
    output: 64_000,
  },
  { ...older, name: 'claude-sonnet-4.5', reasoning: budgeted, output: 64_000 },
  { ...older, name: 'claude-haiku-4.5', reasoning: budgeted, output: 64_000 },
  { ...older, name: 'claude-opus-4.1', reasoning: budgeted, output: 32_000 },
  {
    ...older,
    name: 'claude-opus-4',
    source: [...older.source, DEPRECATIONS],
    reasoning: budgeted,
    output: 32_000,
    deprecated: 'use a newer Opus',
  },
  {
    ...older,
    name: 'claude-sonnet-4',
    source: [...older.source, DEPRECATIONS],
    reasoning: budgeted,
    output: 64_000,
    deprecated: 'use a newer Sonnet',
  },
  {
    ...older,
    name: 'claude-3-7-sonnet',
    source: [...older.source, DEPRECATIONS],
    reasoning: budgeted,
    output: 64_000,
    deprecated: 'use a newer Sonnet',
  },
  {
    ...older,
    name: 'claude-3-5-sonnet',
    source: [MODELS, DEPRECATIONS],
    reasoning: false,
    output: 8_192,
    deprecated: 'use a newer Sonnet',
  },
  {
    ...older,
    name: 'claude-3-opus',
    also: ['claude-3-sonnet', 'claude-3-haiku'],
    source: [MODELS, DEPRECATIONS],
    reasoning: false,
    output: 4_096,
    deprecated: 'use a newer model',
  },
  {
    ...older,
    name: 'claude-3-5-haiku',
    source: [MODELS, DEPRECATIONS],
    reasoning: false,
    output: 8_192,
    deprecated: 'use a newer Haiku',
  },
]
