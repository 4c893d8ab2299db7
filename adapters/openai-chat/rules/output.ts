import { objectUnder } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import {
  type OutputRefusals,
  outputRule,
  schemasAt,
  strictOutputRule,
} from '../../../src/translate/lint/output-rules.js'

const formats = objectUnder('response_format', 'json_schema')

/** Facts about errors for schemas. Compatible servers mostly enforce any schema. */
const OUTPUT: OutputRefusals = {
  severity: 'warning',
  error: `schema must be a JSON Schema of 'type: "object"'`,
  evidence: 'https://developers.openai.com/api/docs/guides/structured-outputs',
}

export const outputFormatRules: RuleRows<unknown> = {
  ...outputRule('OPENAI-CHAT', schemasAt(formats, 'schema'), OUTPUT),
  ...strictOutputRule('OPENAI-CHAT', formats, OUTPUT),
}
