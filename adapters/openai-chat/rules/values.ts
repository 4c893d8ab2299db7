import type { JsonValue } from '../../../src/base/json/json-types.js'
import { isOf, those, within } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { form } from './shapes.js'
import { contentPartsOf, functionsOf, messagesOf } from './walk.js'

/** The types and words that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: { messages: 'list', tools: 'list', tool_choice: 'text object', response_format: 'object' },
    convert: { response_format: (type) => (typeof type === 'string' ? { type } : undefined) },
  },
  {
    of: (body) => [{ value: body, path: '' }],
    words: { tool_choice: 'auto none required' },
    isLenient: true,
  },
  {
    of: those(messagesOf, ({ value }) => value.role === 'tool'),
    types: { content: 'text list', tool_call_id: 'text' },
  },
  {
    of: those(within(messagesOf, contentPartsOf), isOf('image_url')),
    types: { image_url: 'object' },
    convert: { image_url: (url) => (typeof url === 'string' ? { url } : undefined) },
    isLenient: true,
  },
  {
    of: functionsOf,
    types: { description: 'text', parameters: 'object', strict: 'boolean' },
    convert: { parameters: noParameters },
  },
]

/** Returns an empty schema for an empty list, which is an empty object of PHP. */
function noParameters(schema: JsonValue): JsonValue | undefined {
  return Array.isArray(schema) && schema.length === 0 ? { type: 'object', properties: {} } : undefined
}

export const valueShapeRules = valueRules('OPENAI-CHAT', {
  form,
  tables: VALUES,
  evidence: 'https://platform.openai.com/docs/api-reference/chat/create',
  errors: ['Invalid type for … expected … but got'],
})
