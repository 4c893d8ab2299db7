import type { JsonObject } from '../../../src/base/json/json-types.js'
import { type FittedSchema, fitSchema } from '../../../src/base/schema/fit-schema.js'
import type { SchemaChange, SchemaDialect } from '../../../src/base/schema/schema-dialect.js'
import type { Adapter } from '../../../src/codec/wire/define-adapter.js'
import { html, type Markup } from '../../../src/traffic/html/markup.js'
import { jsonMarkup } from '../../../src/traffic/html/part-markup.js'

/** A schema dialect: that of a wire, or of its strict mode. */
interface Dialect {
  readonly name: string
  readonly rules: SchemaDialect
}

interface NamedSchema extends FittedSchema {
  readonly name: string
}

const OUTCOMES: Readonly<Record<SchemaChange['how'], string>> = {
  added: 'added',
  rewritten: 'said otherwise',
  described: 'moved into the description',
  omitted: 'left out',
  relaxed: 'not enforced any more',
  required: 'made required, with null for a missing one',
}

/** Shows a schema in its original form, and in the dialect of each wire that has one. */
export function schemasMarkup(schema: JsonObject, adapters: readonly Adapter[]): Markup {
  const fitted = adapters
    .flatMap(dialectsOf)
    .map(({ name, rules }) => ({ name, ...fitSchema(schema, rules) }))
  const same = fitted.filter(({ changes }) => changes.length === 0)
  const others = fitted.filter(({ changes }) => changes.length > 0)
  const free = adapters.filter((adapter) => dialectsOf(adapter).length === 0)
  return html`<details><summary>As it was given</summary>${jsonMarkup(schema)}</details>
${others.map((fitted, index) => fittedMarkup(fitted, index === 0))}
${same.length === 0 ? undefined : html`<p class="note">Nothing has to change for ${listed(same.map(({ name }) => name))}.</p>`}
${free.length === 0 ? undefined : html`<p class="note">Schemas are taken as they are by ${listed(free.map(({ id }) => id))}.</p>`}`
}

function fittedMarkup({ name, schema, changes }: NamedSchema, isOpen: boolean): Markup {
  const isWeaker = changes.some(({ how }) => how === 'relaxed')
  const content = html`<summary><span class="name">${name}</span> <span class="badge ${isWeaker ? 'warn' : ''}">${changes.length} changed</span></summary>
<ul>${changes.map(changeMarkup)}</ul>${jsonMarkup(schema)}`
  return isOpen
    ? html`<details class="dialect" open>${content}</details>`
    : html`<details class="dialect">${content}</details>`
}

function changeMarkup({ path, keyword, how }: SchemaChange): Markup {
  return html`<li><code>${keyword || 'the schema'}</code> ${OUTCOMES[how]} <span class="dim">${path || 'at the root'}</span></li>`
}

function dialectsOf({ id, codecs }: Adapter): Dialect[] {
  const { schemas, strictMode } = codecs.limits
  return [
    ...(schemas === undefined ? [] : [{ name: id, rules: schemas }]),
    ...(strictMode === undefined ? [] : [{ name: `${id}, strict`, rules: strictMode }]),
  ]
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
