import type { SchemaDialect, StrictMode } from '../../src/base/schema/schema-dialect.js'

/**
 * The subset of JSON Schema for strict functions:
 * https://developers.openai.com/api/docs/guides/structured-outputs ("Supported schemas"), and refusals such
 * as https://github.com/makenotion/notion-mcp-server/issues/102 (`allOf`) and
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
  // `$ref cannot have keywords {'description'}`: https://github.com/camel-ai/camel/issues/3001
  references: 'bare',
  tuples: 'prefixItems',
  root: 'plain',
  needs: ['properties', 'items'],
  isClosed: true,
  requiresAll: true,
}

/**
 * Schemas of non-strict functions: rules SCHEMA-01 to -03, and `schema must have type 'object' and not have
 * 'oneOf'/'anyOf'/'allOf'/ 'enum'/'not' at the top level`,
 * https://github.com/langchain-ai/langchainjs/issues/9804.
 */
export const schemas: SchemaDialect = {
  root: 'plain',
  needs: ['properties', 'items'],
  references: 'local',
  tuples: 'prefixItems',
}
