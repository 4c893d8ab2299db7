import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { settings } from '../../src/base/model/canonical.js'
import { type NumberRange, rangeText } from '../../src/codec/shape/settings/accepted-values.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import type { CacheLimit } from '../../src/codec/wire/limits.js'
import { adapters as allWires } from '../support/adapters.js'
import { narrowTables, table } from '../support/tables.js'
import { NATIVE_MARKS } from './marks.js'
import { CASES, type Case, CHOSEN_FORMS, LISTED, OTHER_FORMS, type Said } from './native-forms.js'

/** A new wire is on the pages once its values are listed. */
const adapters = allWires.filter(({ wire }) => LISTED.has(wire))

/** The settings table of each wire. */
export const TABLES: ReadonlyMap<string, SettingsTable> = new Map(
  await Promise.all(
    adapters.map(async ({ wire, folder }): Promise<[string, SettingsTable]> => {
      const module: { SETTINGS: SettingsTable } = await import(
        pathToFileURL(join(folder, 'settings.ts')).href
      )
      return [wire, module.SETTINGS]
    }),
  ),
)

/** Settings that codecs handle without a table. The tests of the adapters cover them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'anthropic-messages parallelToolCalls': '`tool_choice.disable_parallel_tool_use`, inverted',
  'google-generate-content stream': 'the method: `streamGenerateContent`',
  'google-generate-content parallelToolCalls': '—',
  'bedrock-converse stream': 'the path: `converse-stream`',
  'bedrock-converse parallelToolCalls': '—',
  'ollama-chat stream': '`stream`; default: streamed',
}

const WIRES = adapters.map(({ wire }) => wire)
/** All settings, also the settings without a row in some tables. */
export const SETTINGS = [...Object.keys(settings.form.optional), 'parallelToolCalls']

/** Returns the forms of a setting, empty without a row. */
export function formsOf(table: SettingsTable | undefined, setting: string): Forms {
  return Object.entries(table ?? {}).find(([name]) => name === setting)?.[1] ?? []
}

type Forms = NonNullable<SettingsTable[keyof SettingsTable]>

/** Returns the text of docs/settings-by-wire.md. The tests run every form in it. */
export function settingsByWire(): string {
  return `${[NAMES, names(), ranges(), otherForms(), chosenForms()].join('\n\n')}\n`
}

/** Returns the text of docs/setting-values.md. */
export function settingValues(): string {
  return `${[VALUES, ...CASES.map(values)].join('\n\n')}\n`
}

const GENERATED = `This page is generated from \`adapters/<wire>/settings.ts\` and \`test/settings/native-forms.ts\`. The tests decode every form below, encode it
unchanged, and translate it to every other wire. To update the page, run \`npx vitest run test/settings -u\`.`

const NAMES = `# Settings by wire

The native fields of the canonical [request settings](request-settings.md), the ranges of numbers, and the forms that vendors use.

${GENERATED}`

const VALUES = `# Setting values by wire

The request that each wire sends for one value of a [request setting](request-settings.md). The request contains no other setting. The
notice is a \`warning\` if the answer can change, else \`info\`.

${GENERATED}`

/** Returns the table of docs/prompt-caching.md. */
export function cacheMarks(): string {
  const rows = adapters.flatMap(({ wire, adapter: { codecs } }) => {
    const { profiles = {} } = codecs.limits
    const named = Object.entries(profiles).map(
      ([name, { cacheMarks }]) => [`\`${name}\``, cacheMarks] as const,
    )
    const taken = [['', codecs.limits.cacheMarks] as const, ...named].flatMap(([limits, marks]) =>
      marks === undefined ? [] : [[wire, limits, NATIVE_MARKS[marks.field ?? wire] ?? '?', ...taking(marks)]],
    )
    return taken.length === 0 ? [[wire, '', '—', '', '', '']] : taken
  })
  return table(['wire', 'limits', 'mark', 'on', 'lifetimes', 'at most'], rows)
}

function taking({ on, ttls, most }: CacheLimit): string[] {
  return [on.join(', '), ttls.join(', '), String(most)]
}

function names(): string {
  const rows = SETTINGS.map((setting) => [`\`${setting}\``, ...WIRES.map((wire) => place(wire, setting))])
  return `## Fields\n\nThe native field of each setting. A dash: the wire does not have the setting. The setting is omitted, with the notice\n\`setting-dropped\`.\n\n${narrowTables(['setting', ...WIRES], rows)}`
}

function place(wire: string, setting: string): string {
  const forms = formsOf(TABLES.get(wire), setting)
  if (forms === 'elsewhere') return ELSEWHERE[`${wire} ${setting}`] ?? '?'
  const usual = forms.find(({ name }) => name === undefined)
  return usual === undefined ? '—' : usual.fields.map((field) => `\`${field}\``).join(', ')
}

/** Returns the ranges that the limits of each wire accept. */
function ranges(): string {
  const limited = adapters.map(
    ({ wire, adapter: { codecs } }) => [wire, codecs.limits.settingRanges ?? {}] as const,
  )
  const settings = [...new Set(limited.flatMap(([, of]) => Object.keys(of)))]
  const shown = limited.filter(([, of]) => Object.keys(of).length > 0)
  const rows = shown.map(([wire, of]) => {
    const found = new Map(Object.entries(of))
    return [wire, ...settings.map((setting) => rangeCell(found.get(setting)))]
  })
  const head = ['wire', ...settings.map((setting) => `\`${setting}\``)]
  return `## Ranges\n\nNumbers out of range are sent unchanged, with the notice \`setting-out-of-range\`; \`lint\` reports them. A dash: any number.\n\n${narrowTables(head, rows)}`
}

function rangeCell(range: NumberRange | undefined): string {
  return range === undefined ? '—' : rangeText(range).replace(/^numbers /, '')
}

/** Forms that are decoded, and encoded only for requests that used them. */
function otherForms(): string {
  const rows = OTHER_FORMS.map(({ wire, native, value }) => [wire, json(native), json(value)])
  return `## Other forms\n\nThese forms are decoded as well. They are encoded only for a request that used the form, also after its value was edited.\n\n${table(['wire', 'request', 'setting'], rows)}`
}

function chosenForms(): string {
  const rows = CHOSEN_FORMS.map(({ wire, profile, value, native }) => [
    wire,
    `\`${profile}\``,
    json(value),
    json(native),
  ])
  return `## Vendors and model families\n\nWith these [limits](limits.md) (\`limits: 'claude'\`) the form of the vendor or model family is sent:\n\n${table(['wire', 'limits', 'setting', 'request'], rows)}`
}

function values({ title, value, said }: Case): string {
  const rows = WIRES.map((wire) => [wire, ...told(said[wire])])
  return `## ${title.charAt(0).toUpperCase()}${title.slice(1)}: ${json(value)}\n\n${table(['wire', 'request', 'notice'], rows)}`
}

function told(said: Said | undefined): readonly [request: string, notice: string] {
  if (said === undefined) return ['?', '?']
  if (!isLost(said)) return [json(said), '']
  const [path, severity] = said.lost
  const outcome = said.completed === true ? 'completed' : 'lost'
  return [json(said.rest ?? {}), `${outcome}: \`${path}\` (${severity})`]
}

function isLost(said: Said): said is Extract<Said, { readonly lost: unknown }> {
  return 'lost' in said
}

function json(value: object): string {
  return Object.keys(value).length === 0 ? '—' : `\`${JSON.stringify(value)}\``
}
