import { type RequestFields, settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor, and words of other formats, which the rules of shapes name. */
const OTHERS = [
  ...'messages system toolConfig inferenceConfig additionalModelRequestFields additionalModelResponseFieldPaths requestMetadata'.split(
    ' ',
  ),
  ...'guardrailConfig performanceConfig promptVariables outputConfig input serviceTier'.split(' '),
  ...'contents tools tool_choice toolChoice instructions max_tokens maxOutputTokens systemInstruction functions response_format model'.split(
    ' ',
  ),
  ...'topK'.split(' ').map((name) => `inferenceConfig.${name}`),
]

const fields: RequestFields = {
  settings: SETTINGS,
  others: OTHERS,
  severity: 'error',
  evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html',
}

export const settingValueRules = settingRules('BEDROCK', fields)
