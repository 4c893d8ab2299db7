import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { objectUnder } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { form } from './shapes.js'

const asContent = (text: JsonValue) => (typeof text === 'string' ? { parts: [{ text }] } : undefined)
const callingConfigs = (request: JsonObject) => [
  ...objectUnder('toolConfig', 'functionCallingConfig')(request),
  ...objectUnder('tool_config', 'function_calling_config')(request),
]

/** Converts a choice of tools in the words of other APIs. */
function asToolConfig(choice: JsonValue): JsonValue | undefined {
  const mode = typeof choice === 'string' ? MODES[choice.toLowerCase()] : undefined
  return mode === undefined ? undefined : { functionCallingConfig: { mode } }
}

const MODES: Readonly<Record<string, string>> = { auto: 'AUTO', none: 'NONE', required: 'ANY', any: 'ANY' }

/** The types and words that the API accepts. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: {
      ...{
        toolConfig: 'object',
        tool_config: 'object',
        generationConfig: 'object',
        generation_config: 'object',
      },
      ...{ systemInstruction: 'object', system_instruction: 'object' },
    },
    convert: {
      ...{ systemInstruction: asContent, system_instruction: asContent },
      ...{ toolConfig: asToolConfig, tool_config: asToolConfig },
    },
  },
  { of: callingConfigs, words: { mode: 'AUTO ANY NONE VALIDATED MODE_UNSPECIFIED' } },
]

export const valueShapeRules = valueRules('GOOGLE', {
  form,
  tables: VALUES,
  evidence: 'https://ai.google.dev/api/caching#FunctionCallingConfig',
  errors: ['Invalid value at'],
})
