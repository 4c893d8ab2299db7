import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CacheLimit } from '../../src/adapter/limits.js'
import type { SettingsTable } from '../../src/adapter/settings/table.js'
import { adapters } from '../support/adapters.js'
import { NATIVE_MARKS } from './marks.js'
import { CASES, type Case, CHOSEN_FORMS, OTHER_FORMS, type Said } from './native-forms.js'

/** Each wire's own table. */
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

/** What codecs see to by themselves; the tests of the adapters show it. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'anthropic-messages parallelToolCalls': '`tool_choice.disable_parallel_tool_use`, the other way round',
  'google-generate-content stream': 'the method: `streamGenerateContent`',
  'google-generate-content parallelToolCalls': '—',
  'bedrock-converse stream': 'the path: `converse-stream`',
  'bedrock-converse parallelToolCalls': '—',
}

const WIRES = adapters.map(({ wire }) => wire)
const SETTINGS = [...new Set([...TABLES.values()].flatMap((table) => Object.keys(table)))]

/** The text of docs/request-settings.md: nothing in it is written by hand that the tests do not run. */
export function requestSettings(): string {
  return `${[INTRODUCTION, names(), otherForms(), chosenForms(), cacheMarks(), '## Values', VALUES, ...CASES.map(values)].join('\n\n')}\n`
}

const INTRODUCTION = `# Settings of requests

What each wire calls the canonical settings, and how each says their values. This page is made of the tables in
\`adapters/<wire>/settings.ts\` and of \`test/settings/native-forms.ts\`, which the tests run: every form below is read, written
again as it was, and translated to every other wire. \`npx vitest run test/settings -u\` writes it anew.

A dash means that the wire has no place for the setting: it is left out, with the notice \`setting-dropped\`. Nothing is clamped
or scaled, and an effort never becomes a budget or the other way round.

## Names`

const CACHE_MARKS = `## Marks of the prompt's cache

\`cache\` on a part or a tool: the prompt up to and including it is worth caching, for as long as its \`ttl\` says. What came with
marks is written again as it was. From other wires a wire takes those of this table, some only under limits that the caller names,
since older models and servers refuse them; the others are left out, with one notice \`cache-marks-dropped\`. A lifetime that is
not among the words of the target is left out alone (\`cache-lifetime-dropped\`). Of more marks than there may be the last ones
stay. Fields of the whole request that cache by themselves (\`cache_control\`, \`prompt_cache_options\`, \`cachedContent\`) are
for their own wire only. Results alone (\`toolResults\`) are written without marks.`

function cacheMarks(): string {
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
  return `${CACHE_MARKS}\n\n${table(['wire', 'limits', 'mark', 'on', 'lifetimes', 'at most'], rows)}`
}

function taking({ on, ttls, most }: CacheLimit): string[] {
  return [on.join(', '), ttls.join(', '), String(most)]
}

const VALUES = `Added to a request that says nothing else. **Lost** says which notice there is: \`warning\` when an answer changes, \`info\` when
none does.`

function names(): string {
  const rows = SETTINGS.map((setting) => [`\`${setting}\``, ...WIRES.map((wire) => place(wire, setting))])
  return table(['', ...WIRES], rows)
}

function place(wire: string, setting: string): string {
  const forms: SettingsTable[keyof SettingsTable] | undefined = Object.entries(TABLES.get(wire) ?? {}).find(
    ([name]) => name === setting,
  )?.[1]
  if (forms === 'elsewhere') return ELSEWHERE[`${wire} ${setting}`] ?? '?'
  const usual = forms?.find(({ name }) => name === undefined)
  return usual === undefined ? '—' : usual.fields.map((field) => `\`${field}\``).join(', ')
}

/** Forms that are read, and written only where a request came so. */
function otherForms(): string {
  const rows = OTHER_FORMS.map(({ wire, native, value }) => [wire, json(native), json(value)])
  return `These other forms are read as well. They are written only where a request came so, also when the value was edited since.\n\n${table(['wire', 'request', 'setting'], rows)}`
}

function chosenForms(): string {
  const rows = CHOSEN_FORMS.map(({ wire, profile, value, native }) => [
    wire,
    `\`${profile}\``,
    json(value),
    json(native),
  ])
  return `For a vendor or a model family that the caller names (\`limits: 'claude'\`) its own form is written:\n\n${table(['wire', 'limits', 'setting', 'request'], rows)}`
}

function values({ title, value, said }: Case): string {
  const rows = WIRES.map((wire) => [wire, ...told(said[wire])])
  return `### ${title.charAt(0).toUpperCase()}${title.slice(1)}: ${json(value)}\n\n${table(['wire', 'request', 'notice'], rows)}`
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
