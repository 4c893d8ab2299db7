import { those } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { messagesOf } from '../family.js'
import { form } from './shapes.js'

/** The types that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: { messages: 'list', tools: 'list', tool_choice: 'text', response_format: 'object' },
    convert: { response_format: (type) => (typeof type === 'string' ? { type } : undefined) },
  },
  { of: those(messagesOf, ({ value }) => value.role === 'tool'), types: { content: 'text list' } },
]

export const valueShapeRules = valueRules('COHERE', {
  form,
  tables: VALUES,
  evidence: 'https://docs.cohere.com/reference/chat',
})
