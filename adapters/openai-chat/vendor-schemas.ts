import type { OutputSchemaLimit, SchemaDialect } from '../../src/base/schema/schema-dialect.js'
import { strictMode } from './strict.js'

/**
 * "Moonshot Flavored JSON Schema": https://github.com/MoonshotAI/walle/blob/main/docs/validation-principles.md and
 * refusals of earlier versions of this validator, such as https://github.com/MoonshotAI/kimi-cli/issues/2531
 * (`type` next to `anyOf`), https://github.com/MoonshotAI/kimi-cli/issues/1595 (no type),
 * https://github.com/CommandCodeAI/command-code/issues/594 (references) and
 * https://github.com/can1357/oh-my-pi/issues/5952 (booleans). `$schema` makes Kimi K2.5 answer with nonsense.
 */
export const moonshotSchemas: SchemaDialect = {
  root: 'plain',
  needs: ['properties', 'types'],
  refuses: ['$schema', 'prefixItems'],
  references: 'defs',
  tuples: 'prefixItems',
  booleans: false,
  unions: 'apart',
  isAlwaysChecked: 'entirely',
}

/** Schemas of outputs are checked like those of tools. */
export const moonshotOutput: OutputSchemaLimit = {
  isOfObjects: true,
  grammar: moonshotSchemas,
  strict: strictMode,
}

/**
 * `Unsupported JSON schema fields: {'minItems'}`: https://github.com/musistudio/claude-code-router/issues/708, and
 * "Schema limitations" of https://inference-docs.cerebras.ai/capabilities/structured-outputs (lists of types).
 */
const cerebrasGrammar: SchemaDialect = {
  refuses: ['$schema', 'minItems', 'maxItems', 'prefixItems'],
  references: 'local',
  tuples: 'prefixItems',
  nulls: 'anyOf',
  isAlwaysChecked: 'entirely',
}

/** Schemas of outputs on Cerebras. */
export const cerebrasOutput: OutputSchemaLimit = {
  isOfObjects: true,
  grammar: cerebrasGrammar,
  strict: strictMode,
}
