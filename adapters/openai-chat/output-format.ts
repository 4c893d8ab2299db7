import type { OutputFormat } from '../../src/base/model/types.js'
import type { Words } from '../../src/codec/shape/settings/forms.js'
import { outputFormat, schemaAlone } from '../../src/codec/shape/settings/output-format.js'
import type { SettingForm } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: Words<OutputFormat['type']> = { text: 'text', json_object: 'json', json_schema: 'json-schema' }

/** `response_format`, unchanged in related formats. */
export const responseFormat = /* @__PURE__ */ outputFormat({
  type: ['response_format.type', FORMATS],
  schema: 'response_format.json_schema.schema',
  called: 'response_format.json_schema.name',
  asksForName: true,
  description: 'response_format.json_schema.description',
  strict: 'response_format.json_schema.strict',
})

/** Forms of compatible servers. These forms are decoded, and encoded only for requests that used them. */
export const otherFormats: readonly SettingForm<OutputFormat>[] = [
  // Together, Fireworks, llama.cpp: https://docs.together.ai/docs/json-mode
  outputFormat({
    name: 'json_object.schema',
    type: ['response_format.type', { json_object: 'json' }],
    schema: 'response_format.schema',
  }),
  outputFormat({
    name: 'json_schema.schema',
    type: ['response_format.type', { json_schema: 'json-schema' }],
    schema: 'response_format.schema',
    called: 'response_format.name',
    description: 'response_format.description',
    strict: 'response_format.strict',
  }),
  // vLLM, current and earlier: https://docs.vllm.ai/en/latest/features/structured_outputs/
  schemaAlone('structured_outputs', 'structured_outputs.json'),
  schemaAlone('guided_json', 'guided_json'),
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
  schemaAlone('json_schema', 'json_schema'),
]
