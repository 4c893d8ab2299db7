import type { StrictMode } from '../../src/schema/strict.js'

/**
 * The subset of JSON Schema that strict functions hold: https://developers.openai.com/api/docs/guides/structured-outputs
 * ("Supported schemas"), and refusals such as https://github.com/makenotion/notion-mcp-server/issues/102 (`allOf`) and
 * https://github.com/ai-dynamo/dynamo/pull/15153 (`oneOf`).
 */
export const strictMode: StrictMode = {
  refuses: [
    'allOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentRequired',
    'dependentSchemas',
    'patternProperties',
    'propertyNames',
    'unevaluatedProperties',
    'minProperties',
    'maxProperties',
    'prefixItems',
    'contains',
    'uniqueItems',
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  requiresAll: true,
}
