import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { OutputSchemaLimit } from '../../base/schema/schema-dialect.js'
import { sentSchema, strictOutputSchema } from '../../base/schema/sent-schema.js'
import type { Limits } from '../../codec/wire/limits.js'
import { notStrict, replaced } from './fixes.js'
import { type Find, type Found, fieldOf, within } from './found.js'
import type { LimitCheck, RuleRow, RuleRows } from './limited.js'
import type { ReportViolation } from './rule.js'

/** Facts about a provider's errors for schemas of structured output. */
export interface OutputRefusals {
  /** The severity for schemas that the limits reject: other servers of the wire may accept them. */
  readonly severity: RuleRow['severity']
  /** The source of the rule: a page, a thread or a package. */
  readonly evidence: string
  /** A fragment of the text of an error. */
  readonly error?: string
}

/** Keywords with a documented rejection. Newer servers may accept all other keywords of a grammar. */
const CERTAIN: ReadonlySet<string> = new Set([
  ...['additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])

/** Creates a finder for schemas, as objects or JSON texts, under a key of the objects that `find` returns. */
export function schemasAt(find: Find, key: string): Find {
  return within(fieldOf(find, key), ({ value, path }): Found[] => {
    const schema = parsed(value)
    return isObject(schema) ? [{ value: schema, path }] : []
  })
}

function parsed(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? tryParseJson(value) : value
}

/**
 * Creates the rule against schemas that the limit `outputSchema` rejects in any form.
 * @param prefix of the rule id.
 * @param schemasOf finds the schemas, as `schemasAt` does.
 */
export function outputRule(prefix: string, schemasOf: Find, refusals: OutputRefusals): RuleRows<unknown> {
  return {
    [`${prefix}-OUTPUT-01`]: {
      ...refusals,
      summary: 'The provider can enforce the schema of an output.',
      check: checked(schemasOf, ({ value, path }, limit, report) => {
        const sent = sentSchema(value, limit)
        if ('fault' in sent) report(path, `the schema is refused: ${sent.fault}`)
      }),
    },
  }
}

/**
 * Creates the rule that reports keywords which a grammar cannot express, for wires that compile the schema to
 * a grammar.
 * @param severity `error` if only the chosen limits matter, not those of other profiles.
 */
export function outputGrammarRule(
  prefix: string,
  schemasOf: Find,
  refusals: OutputRefusals,
  severity: RuleRow['severity'] = 'warning',
): RuleRows<unknown> {
  return {
    [`${prefix}-OUTPUT-02`]: {
      ...refusals,
      severity,
      summary: 'The schema of an output has closed objects, and only keywords that the provider enforces.',
      check: {
        ...checked(schemasOf, ({ value, path }, limit, report) => {
          const sent = sentSchema(value, limit)
          if ('fault' in sent || sent.changes.length === 0) return
          const keywords = [...new Set(sent.changes.map(({ keyword }) => keyword))]
          const isCertain = keywords.some((keyword) => CERTAIN.has(keyword)) || undefined
          report(path, `the schema needs another form of ${keywords.join(', ')}`, isCertain)
        }),
        fixFor: ({ outputSchema }) =>
          replaced((value) => {
            const schema = parsed(value)
            const sent = isObject(schema) ? sentSchema(schema, outputSchema) : undefined
            if (sent === undefined || 'fault' in sent) return undefined
            return typeof value === 'string' ? stringifyJson(sent.schema) : sent.schema
          }),
      },
    },
  }
}

/**
 * Creates the rule for wires whose schemas may be strict. `formatsOf` finds the objects that contain `schema`
 * and `strict`.
 */
export function strictOutputRule(
  prefix: string,
  formatsOf: Find,
  refusals: OutputRefusals,
): RuleRows<unknown> {
  const held = ({ schema }: JsonObject, { outputSchema }: Limits) =>
    isObject(schema) && outputSchema?.strict ? strictOutputSchema(schema, outputSchema.strict) : undefined
  return {
    [`${prefix}-OUTPUT-02`]: {
      ...refusals,
      summary: 'A strict schema of an output has closed objects, and requires all properties.',
      check: {
        limit: 'outputSchema',
        checkFor: (limits) => (request, report) => {
          for (const { value, path } of formatsOf(request)) {
            const strict = value.strict === true ? held(value, limits) : undefined
            if (strict === undefined) continue
            if ('fault' in strict) report(`${path}/schema`, `strict mode refuses it: ${strict.fault}`)
            else if (strict.schema !== value.schema)
              report(`${path}/schema`, 'objects have to forbid additional properties')
          }
        },
        fixFor: (limits) => (request, path, choice) => {
          const close = replaced((_schema, format) => {
            const strict = held(format, limits)
            return strict !== undefined && 'schema' in strict ? strict.schema : undefined
          })
          return close(request, path, choice) ?? notStrict(request, path)
        },
      },
    },
  }
}

function checked(
  schemasOf: Find,
  check: (schema: Found, limit: OutputSchemaLimit, report: ReportViolation) => void,
): LimitCheck<JsonObject> {
  return {
    limit: 'outputSchema',
    checkFor:
      ({ outputSchema }) =>
      (request, report) => {
        if (outputSchema !== undefined)
          for (const schema of schemasOf(request)) check(schema, outputSchema, report)
      },
  }
}
