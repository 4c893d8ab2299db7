// Speed of converting the schemas of 100 tools to the dialect of each wire, as a ratio to JSON.parse of the
// same schemas.
//     npm run build && node --expose-gc bench/schemas.mjs [--json]

import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fitSchema } from '../build/src/base/schema/fit-schema.js'
import { chooseLimits } from '../build/src/codec/wire/limits.js'
import { adapterName } from '../scripts/adapter-name.mjs'
import { measure } from './measure.mjs'

const { values: options } = parseArgs({ options: { json: { type: 'boolean' } } })
const BUDGET_MS = 1500
const TOOLS = 100

const place = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    country: { const: 'NO' },
    near: { $ref: '#/$defs/place' },
  },
  required: ['city'],
}
/** Typical output of schema libraries: bounds, formats, unions, null, tuples and references. */
const schemaOf = (index) => ({
  type: 'object',
  properties: {
    [`place${index}`]: { $ref: '#/$defs/place', description: 'Where.' },
    day: { type: 'string', format: 'date', description: 'The day.' },
    count: { type: 'integer', minimum: 1, maximum: 100 },
    kind: { enum: ['walk', 'drive'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    route: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
    plan: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
  required: ['day'],
  additionalProperties: false,
  $defs: { place },
})
const schemas = Array.from({ length: TOOLS }, (_, index) => schemaOf(index))
const text = JSON.stringify(schemas)

const rows = []
for (const wire of readdirSync(new URL('../build/adapters', import.meta.url))) {
  const { [adapterName(wire)]: adapter } = await import(`../build/adapters/${wire}/index.js`)
  const { profiles = {}, strictMode } = adapter.codecs.limits
  const named = Object.keys(profiles).map((name) => [
    `${wire}, ${name}`,
    chooseLimits(adapter.codecs, name).schemas,
  ])
  const usual = adapter.codecs.limits.schemas
  const dialects = [
    [wire, usual],
    [`${wire}, strict`, strictMode],
    ...named.filter(([, schemas]) => schemas !== usual),
  ]
  for (const [name, dialect] of dialects)
    if (dialect !== undefined) rows.push(await measureDialect(name, dialect))
}
if (options.json) console.log(JSON.stringify(rows, null, 2))
else console.table(rows)

async function measureDialect(name, dialect) {
  const fitted = schemas.map((schema) => fitSchema(schema, dialect).schema)
  const result = await measure(
    {
      floor: () => JSON.parse(text),
      fit: () => schemas.map((schema) => fitSchema(schema, dialect)),
      again: () => fitted.map((schema) => fitSchema(schema, dialect)),
    },
    BUDGET_MS,
  )
  const rounded = (number) => Math.round(number * 100) / 100
  return {
    dialect: name,
    'fit ms': rounded(result.fit.milliseconds),
    ratio: rounded(result.fit.ratio),
    'fitted ms': rounded(result.again.milliseconds),
  }
}
