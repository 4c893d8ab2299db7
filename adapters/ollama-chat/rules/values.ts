import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { form } from './shapes.js'
import { messagesOf } from './walk.js'

/** The types that the server accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: {
      messages: 'list',
      tools: 'list',
      format: 'text object',
      think: 'text boolean',
      options: 'object',
    },
  },
  { of: messagesOf, types: { images: 'list', tool_name: 'text', thinking: 'text' } },
]

export const valueShapeRules = valueRules('OLLAMA', {
  form,
  tables: VALUES,
  evidence: 'https://github.com/ollama/ollama/blob/main/api/types.go',
  errors: ['json: cannot unmarshal'],
})
