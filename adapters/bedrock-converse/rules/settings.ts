import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'messages system toolConfig inferenceConfig additionalModelRequestFields additionalModelResponseFieldPaths requestMetadata'.split(
    ' ',
  ),
  ...'guardrailConfig performanceConfig promptVariables outputConfig input serviceTier'.split(' '),
  ...'topK'.split(' ').map((name) => `inferenceConfig.${name}`),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  others: OTHERS,
  severity: 'error',
  evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html',
}

export const settingValueRules = settingRules('BEDROCK', requestFields)
