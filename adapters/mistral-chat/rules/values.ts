import { those } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { messagesOf } from '../family.js'
import { form } from './shapes.js'

/** The types that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: { messages: 'list', tools: 'list', tool_choice: 'text object', response_format: 'object' },
    convert: { response_format: (type) => (typeof type === 'string' ? { type } : undefined) },
  },
  { of: those(messagesOf, ({ value }) => value.role === 'tool'), types: { content: 'text list' } },
]

export const valueShapeRules = valueRules('MISTRAL', {
  form,
  tables: VALUES,
  evidence: 'https://docs.mistral.ai/api/#tag/chat',
  errors: ['Input should be a valid list', 'Input should be a valid dictionary'],
})
