import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'contents systemInstruction tools toolConfig safetySettings cachedContent labels store continuationToken modelArmorConfig'.split(
    ' ',
  ),
  ...'generateContentRequest config automaticFunctionCalling automaticContinuation httpOptions abortSignal request'.split(
    ' ',
  ),
  ...'responseModalities responseSchema responseJsonSchema responseFormat responseMimeType speechConfig imageConfig'
    .split(' ')
    .map((name) => `generationConfig.${name}`),
  ...'mediaResolution audioTimestamp audioTranscriptionConfig routingConfig modelSelectionConfig modelConfig enableEnhancedCivicAnswers enableAffectiveDialog'
    .split(' ')
    .map((name) => `generationConfig.${name}`),
  ...'generationOutputConfig thinkingConfig _responseJsonSchema translationConfig videoConfig'
    .split(' ')
    .map((name) => `generationConfig.${name}`),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { 'generationConfig.candidateCount': { type: 'number', ...whole(1, 8) } },
  others: OTHERS,
  severity: 'error',
  isSpelledFreely: true,
  hasNumbersAsText: true,
  evidence: 'https://ai.google.dev/api/generate-content#request-body',
}

export const settingValueRules = settingRules('GOOGLE', requestFields)
