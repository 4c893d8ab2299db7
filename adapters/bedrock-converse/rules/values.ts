import type { JsonValue } from '../../../src/base/json/json-types.js'
import { objectAt, objectUnder, within } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { form } from './shapes.js'
import { allBlocks } from './walk.js'

const asTexts = (text: JsonValue) => (typeof text === 'string' ? [{ text }] : undefined)

/** The types and words that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: {
      system: 'list',
      toolConfig: 'object',
      inferenceConfig: 'object',
      additionalModelRequestFields: 'object',
    },
    convert: { system: asTexts },
  },
  { of: objectUnder('toolConfig'), types: { tools: 'list', toolChoice: 'object' } },
  {
    of: within(allBlocks, objectAt('toolResult')),
    types: { content: 'list', toolUseId: 'text' },
    words: { status: 'success error' },
    optional: 'status',
    convert: { content: asTexts },
  },
]

export const valueShapeRules = valueRules('BEDROCK', {
  form,
  tables: VALUES,
  evidence: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html',
  errors: ['failed to satisfy constraint: Member must satisfy enum value set'],
})
