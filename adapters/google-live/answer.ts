import type { JsonObject, JsonValue } from '../../src/json/json-types.js'
import { stringOr } from '../../src/json/read-json.js'
import { isCallToAnswer } from '../../src/model/calls-to-answer.js'
import type { Finish, Part } from '../../src/model/types.js'
import { type Glossary, lookUp } from '../../src/shape/glossary.js'
import type { UsageTable } from '../../src/shape/usage-table.js'
import { generateUsage } from './family.js'

/** The output is called `response…` here. */
export const USAGE: UsageTable = {
  ...generateUsage,
  rows: {
    promptTokenCount: 'inputTokens',
    responseTokenCount: 'outputTokens',
    toolUsePromptTokenCount: generateUsage.rows.toolUsePromptTokenCount ?? {},
    thoughtsTokenCount: 'reasoningTokens',
    cachedContentTokenCount: 'cachedInputTokens',
    totalTokenCount: 'totalTokens',
  },
}

/** `TurnCompleteReason` of @google/genai 3.1; the first word of each is written. */
const REASONS: Glossary<Finish['reason']> = [
  [
    'content-filter',
    'RESPONSE_REJECTED BLOCKLIST PROHIBITED_INPUT_CONTENT IMAGE_PROHIBITED_INPUT_CONTENT INPUT_TEXT_CONTAIN_PROMINENT_PERSON_PROHIBITED INPUT_IMAGE_CELEBRITY INPUT_IMAGE_PHOTO_REALISTIC_CHILD_PROHIBITED INPUT_TEXT_NCII_PROHIBITED INPUT_OTHER INPUT_IP_PROHIBITED UNSAFE_PROMPT_FOR_IMAGE_GENERATION GENERATED_IMAGE_SAFETY GENERATED_CONTENT_SAFETY GENERATED_AUDIO_SAFETY GENERATED_VIDEO_SAFETY GENERATED_CONTENT_PROHIBITED GENERATED_CONTENT_BLOCKLIST GENERATED_IMAGE_PROHIBITED GENERATED_IMAGE_CELEBRITY GENERATED_IMAGE_PROMINENT_PEOPLE_DETECTED_BY_REWRITER GENERATED_IMAGE_IDENTIFIABLE_PEOPLE OUTPUT_IMAGE_IP_PROHIBITED',
  ],
  ['error', 'MALFORMED_FUNCTION_CALL'],
  ['stop', 'NEED_MORE_INPUT'],
]

/** Words of later versions that say what they are about. */
const FILTERED = /SAFETY|PROHIBITED|CELEBRITY/

/** How a turn ended; one that waits for results has no mark of its own. */
export function decodeFinish(content: JsonObject, parts: readonly Part[]): Finish {
  const word = stringOr(content.turnCompleteReason, undefined)
  if (content.interrupted === true) return { reason: 'other', raw: 'interrupted' }
  const reason = word === undefined ? undefined : lookUp(word, REASONS)
  if (word !== undefined && word !== UNSPECIFIED)
    return { reason: reason ?? (FILTERED.test(word) ? 'content-filter' : 'other'), raw: word }
  if (parts.some(isCallToAnswer)) return { reason: 'tool-calls' }
  return content.turnComplete === true ? { reason: 'stop', raw: 'turnComplete' } : { reason: 'other' }
}

const UNSPECIFIED = 'TURN_COMPLETE_REASON_UNSPECIFIED'

/** The members of the last frame of a turn. */
export function encodeFinish({ reason, raw }: Finish): JsonObject {
  if (reason === 'tool-calls') return {}
  if (reason === 'other' && raw === 'interrupted') return { interrupted: true, turnComplete: true }
  if (reason === 'stop' && raw !== 'NEED_MORE_INPUT') return { generationComplete: true, turnComplete: true }
  const isOwn = raw !== undefined && decodeFinish({ turnCompleteReason: raw }, []).reason === reason
  const word: JsonValue | undefined = isOwn && isWord(raw) ? raw : wordOf(reason)
  return { turnComplete: true, ...(word !== undefined && { turnCompleteReason: word }) }
}

function isWord(raw: string | undefined): boolean {
  return raw !== undefined && /^[A-Z_]+$/.test(raw)
}

function wordOf(reason: Finish['reason']): string {
  const [, words = 'OTHER'] = REASONS.find(([one]) => one === reason) ?? []
  return words.split(' ')[0] ?? 'OTHER'
}
