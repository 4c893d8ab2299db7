import { those } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { form } from './shapes.js'
import { functionsOf, isMessage, itemsOf } from './walk.js'

/** The types and words that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: {
      input: 'text list',
      tools: 'list',
      tool_choice: 'text object',
      reasoning: 'object',
      text: 'object',
    },
    convert: { reasoning: (effort) => (typeof effort === 'string' ? { effort } : undefined) },
  },
  {
    of: (body) => [{ value: body, path: '' }],
    words: { tool_choice: 'auto none required' },
    isLenient: true,
  },
  { of: those(itemsOf, isMessage), types: { content: 'text list' } },
  {
    of: those(itemsOf, isMessage),
    words: { role: 'user assistant system developer' },
    isLenient: true,
  },
  { of: functionsOf, types: { description: 'text', parameters: 'object', strict: 'boolean' } },
]

export const valueShapeRules = valueRules('OPENAI-RESP', {
  form,
  tables: VALUES,
  evidence: 'https://platform.openai.com/docs/api-reference/responses/create',
  errors: ['Invalid type for … expected … but got', 'Invalid value: … Supported values are'],
})
