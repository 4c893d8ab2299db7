import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { finishOf, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, Part } from '../../src/base/model/types.js'
import {
  type FinishTable,
  finishWord,
  decodeFinish as readFinish,
} from '../../src/codec/shape/finish-table.js'
import type { UsageTable } from '../../src/codec/shape/usage-table.js'
import { generateUsage } from './family.js'

/** The field for output tokens is called `response…` here. */
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

/** `TurnCompleteReason` of @google/genai 3. The first value of each row is written. */
const FINISH: FinishTable = [
  [
    'filtered',
    'RESPONSE_REJECTED BLOCKLIST PROHIBITED_INPUT_CONTENT IMAGE_PROHIBITED_INPUT_CONTENT INPUT_TEXT_CONTAIN_PROMINENT_PERSON_PROHIBITED INPUT_IMAGE_CELEBRITY INPUT_IMAGE_PHOTO_REALISTIC_CHILD_PROHIBITED INPUT_TEXT_NCII_PROHIBITED INPUT_OTHER INPUT_IP_PROHIBITED UNSAFE_PROMPT_FOR_IMAGE_GENERATION GENERATED_IMAGE_SAFETY GENERATED_CONTENT_SAFETY GENERATED_AUDIO_SAFETY GENERATED_VIDEO_SAFETY GENERATED_CONTENT_PROHIBITED GENERATED_CONTENT_BLOCKLIST GENERATED_IMAGE_PROHIBITED GENERATED_IMAGE_CELEBRITY GENERATED_IMAGE_PROMINENT_PEOPLE_DETECTED_BY_REWRITER GENERATED_IMAGE_IDENTIFIABLE_PEOPLE OUTPUT_IMAGE_IP_PROHIBITED',
  ],
  ['refused', 'RESPONSE_REJECTED'],
  ['failed', 'MALFORMED_FUNCTION_CALL'],
  // The model waits for more of the user's input.
  ['paused', 'NEED_MORE_INPUT'],
  ['unknown', 'OTHER'],
]

/** Recognizes filter reasons of later versions by their names. */
const FILTERED = /SAFETY|PROHIBITED|CELEBRITY/

/** Returns how a turn ended. A turn that waits for results has no marker. */
export function decodeTurnEnd(content: JsonObject, parts: readonly Part[]): Finish {
  const word = stringOr(content.turnCompleteReason, undefined)
  if (content.interrupted === true) return finishOf('interrupted', 'interrupted')
  if (word !== undefined && word !== UNSPECIFIED) return readWord(word)
  if (parts.some(isCallToAnswer)) return finishOf('tool-calls')
  return content.turnComplete === true ? finishOf('complete', 'turnComplete') : finishOf('unknown')
}

function readWord(word: string): Finish {
  const finish = readFinish(word, false, FINISH)
  return finish.outcome === 'unknown' && FILTERED.test(word) ? finishOf('filtered', word) : finish
}

const UNSPECIFIED = 'TURN_COMPLETE_REASON_UNSPECIFIED'

/** Returns the members of a turn's last frame. */
export function encodeTurnEnd(finish: Finish): JsonObject {
  const { raw } = finish
  const outcome = outcomeOf(finish)
  if (outcome === 'tool-calls') return {}
  if (outcome === 'interrupted') return { interrupted: true, turnComplete: true }
  if (outcome === 'complete') return { generationComplete: true, turnComplete: true }
  const isOwn = isWord(raw) && outcomeOf(readWord(raw)) === outcome
  return { turnComplete: true, turnCompleteReason: isOwn ? raw : finishWord(outcome, FINISH) }
}

function isWord(raw: string | undefined): raw is string {
  return raw !== undefined && /^[A-Z_]+$/.test(raw)
}
