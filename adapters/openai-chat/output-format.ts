import type { OutputFormat } from '../../src/model/types.js'
import type { Words } from '../../src/shape/settings/forms.js'
import { outputFormat } from '../../src/shape/settings/output-format.js'

const FORMATS: Words<OutputFormat['type']> = { text: 'text', json_object: 'json', json_schema: 'json-schema' }

/** `response_format`, which relatives of the format have as it is. */
export const responseFormat = /* @__PURE__ */ outputFormat({
  type: ['response_format.type', FORMATS],
  schema: 'response_format.json_schema.schema',
  called: 'response_format.json_schema.name',
  asksForName: true,
  description: 'response_format.json_schema.description',
  strict: 'response_format.json_schema.strict',
})
