import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { asJson, at, expectObject, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { type Found, typeOf } from '../../src/translate/lint/found.js'
import type { WireForm, WrittenForm } from '../../src/translate/lint/wire-shapes.js'
import type { WordTable } from '../../src/translate/lint/word-table.js'
import { allAdapters, type LoadedAdapter } from '../support/adapters.js'
import { allFixtures } from '../support/exchanges.js'
import { stored } from '../support/values.js'

type Form = WireForm & Partial<WrittenForm>
type Slot = Exclude<keyof WordTable, 'titles' | 'settings'>

/** A wire with the finders of its rules. */
interface FormedWire extends LoadedAdapter {
  readonly form: Form
  readonly settings: SettingsTable
  readonly negligible: NegligibleSettings
}

/** The uses of a field or type in requests of one wire. */
interface Use {
  isRead: boolean
  says: Set<string>
  tries: number
}

/** Fields that decoders only keep are tried in this many requests. */
const MOST_TRIES = 40
/** Fields that are read may state several things. */
const MOST_READ_TRIES = 10
/** Objects of metadata with fields that decoders keep as unknown, and with their absence. */
const KEPT: readonly string[] = ['extra', 'negligible', 'absent', 'groups']
/** Members that do not change texts, calls, results and media. */
const BESIDE: readonly string[] = ['providerMetadata', 'cache', 'strict', 'raw']

const wires = (await Promise.all(allAdapters.map(formed))).flatMap((wire) => wire ?? [])

async function formed(loaded: LoadedAdapter): Promise<FormedWire | undefined> {
  const file = join(loaded.folder, 'rules', 'shapes.ts')
  if (!existsSync(file)) return undefined
  const { form }: { form: Form } = await import(pathToFileURL(file).href)
  const tables: { SETTINGS: SettingsTable; NEGLIGIBLE?: NegligibleSettings } = await import(
    pathToFileURL(join(loaded.folder, 'settings.ts')).href
  )
  return { ...loaded, form, settings: tables.SETTINGS, negligible: tables.NEGLIGIBLE ?? {} }
}

/** Returns the requests of a wire: its fixtures, and the conversations of all other fixtures, encoded. */
function requestsOf({ wire, adapter }: LoadedAdapter): JsonObject[] {
  const own = allFixtures.flatMap((fixture) =>
    fixture.wire === wire && fixture.request !== undefined ? [fixture.request] : [],
  )
  const others = allFixtures.flatMap(({ canonical: { request } }) => {
    const encoded = request && attempt(() => adapter.encodeRequest(request).value)
    return encoded !== undefined && 'value' in encoded
      ? [expectObject(asJson(stored(encoded.value)), '')]
      : []
  })
  return [...own, ...others]
}

function isFunction(found: Found): boolean {
  return ['', 'function', 'custom'].includes(typeOf(found))
}

function placesIn(request: JsonObject, form: Form): [Slot, readonly Found[]][] {
  const bodies = form.bodies?.(request) ?? [{ value: request, path: '' }]
  return [
    ['requestFields', bodies],
    ['entryFields', form.entries(request)],
    ['partFields', form.parts(request)],
    ['toolFields', form.tools?.(request).filter(isFunction) ?? []],
    ['functionFields', form.functions?.(request) ?? []],
  ]
}

/** Returns the value without members that depend on unknown fields. Opaque values are not read. */
function readIn(value: JsonValue, without: readonly string[]): JsonValue {
  if (isArray(value))
    return value
      .filter((item) => without === KEPT || !isObject(item) || !isThought(item))
      .map((item) => readIn(item, without))
  if (!isObject(value)) return value
  if (value.type === 'opaque') return { type: 'opaque' }
  if (value.type === 'provider') return { type: 'provider', name: value.name ?? '' }
  const members = Object.entries(value)
    .filter(([key]) => !without.includes(key))
    .map(([key, member]): [string, JsonValue] => [key, readIn(member, without)])
  // Metadata of only unknown fields does not count.
  return Object.fromEntries(members.filter(([, member]) => !isEmptyObject(member)))
}

/** Thoughts of a model mean nothing to other models, and neither do values that are not read. */
function isThought({ type }: JsonObject): boolean {
  return type === 'reasoning' || type === 'opaque'
}

function isEmptyObject(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

function decoded({ adapter }: LoadedAdapter, request: JsonObject): JsonObject | undefined {
  const read = attempt(() => adapter.decodeRequest(request).value)
  return 'value' in read ? expectObject(asJson(stored(read.value)), '') : undefined
}

function differs(one: JsonValue, other: JsonValue, without: readonly string[]): boolean {
  return JSON.stringify(readIn(one, without)) !== JSON.stringify(readIn(other, without))
}

const STATED: Readonly<Record<string, string>> = { tools: 'tools', toolChoice: 'choice' }

/** Returns the parts of a conversation that change without a field of the request. */
function statedBy(field: string, { form }: FormedWire, full: JsonObject, less?: JsonObject): string[] {
  if (less === undefined) return [field === form.historyField ? 'history' : 'rest']
  const changed = Object.keys(full).filter((key) => differs(full[key] ?? null, less[key] ?? null, KEPT))
  if (changed.length === 0) return []
  return changed.map((member) => {
    if (member === 'messages') return field === form.historyField ? 'history' : 'instructions'
    return member === 'providerMetadata' ? 'rest' : (STATED[member] ?? 'settings')
  })
}

type Words = Record<Slot, Map<string, Use>>

function wordsOf(loaded: FormedWire): Words {
  const words: Words = {
    ...{ requestFields: new Map(), entryTypes: new Map(), entryFields: new Map(), partTypes: new Map() },
    ...{ partFields: new Map(), toolFields: new Map(), functionFields: new Map() },
  }
  for (const request of requestsOf(loaded)) {
    const full = decoded(loaded, request)
    if (full === undefined) continue
    const look = (slot: Slot, word: string, less: () => JsonObject) =>
      addUse(words[slot], slot, word, loaded, full, less)
    for (const [slot, found] of placesIn(request, loaded.form))
      for (const { value, path } of found) {
        for (const field of Object.keys(value))
          look(slot, field, () => applyPatch(request, [{ op: 'remove', path: at(path, field) }]))
        const type = stringOr(value.type, '')
        const types = slot === 'entryFields' ? 'entryTypes' : slot === 'partFields' ? 'partTypes' : undefined
        if (types !== undefined && type !== '')
          look(types, type, () =>
            applyPatch(request, [{ op: 'replace', path: at(path, 'type'), value: 'x-none' }]),
          )
      }
  }
  return words
}

function addUse(
  uses: Map<string, Use>,
  slot: Slot,
  word: string,
  loaded: FormedWire,
  full: JsonObject,
  less: () => JsonObject,
): void {
  const use = uses.get(word) ?? { isRead: false, says: new Set<string>(), tries: 0 }
  uses.set(word, use)
  use.tries += 1
  if (use.tries > (use.isRead ? MOST_READ_TRIES : MOST_TRIES) || use.says.has('content')) return
  // Finders of some wires show fields in another spelling than the request has.
  const changed = attempt(less)
  if ('error' in changed) return
  const without = decoded(loaded, changed.value)
  if (slot === 'requestFields') for (const said of statedBy(word, loaded, full, without)) use.says.add(said)
  else if (without === undefined || differs(full, without, [...KEPT, ...BESIDE])) use.says.add('content')
  use.isRead ||= without === undefined || differs(full, without, KEPT)
}

/** Adds the fields of the tables, which no fixture has to show. */
function addTables(words: Words, { settings, negligible, adapter }: FormedWire): void {
  for (const path of Object.keys(negligible)) {
    const [name = ''] = path.split('.')
    const held = words.requestFields.get(name) ?? { isRead: false, says: new Set<string>(), tries: 0 }
    words.requestFields.set(name, held)
  }
  const add = (uses: Map<string, Use>, word: string, ...says: string[]) => {
    const use = uses.get(word) ?? { isRead: true, says: new Set<string>(), tries: 0 }
    use.isRead = true
    for (const said of says) use.says.add(said)
    uses.set(word, use)
  }
  for (const [path] of settingPaths(settings)) add(words.requestFields, path[0] ?? '', 'settings')
  const { cacheFields = [] } = adapter.codecs
  if (cacheFields === 'elsewhere') return
  for (const { field } of cacheFields)
    for (const uses of [words.partFields, words.toolFields])
      if (uses === words.partFields || uses.has(field)) add(uses, field)
}

/** Returns the paths of settings, with the members of `Settings` that they state. */
function settingPaths(settings: SettingsTable): [path: string[], setting: string][] {
  return Object.entries(settings).flatMap(([setting, forms]) =>
    forms === 'elsewhere'
      ? []
      : forms.flatMap(({ fields }) =>
          fields
            .filter((field) => !field.includes('['))
            .map((field): [string[], string] => [field.split('.'), setting]),
        ),
  )
}

/**
 * Returns the settings of each field. An object of several settings is a group, whose members have their own
 * settings.
 */
function settingFields(): Record<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, setting: string) =>
    found.set(name, (found.get(name) ?? new Set<string>()).add(setting))
  for (const { settings } of wires) {
    const paths = settingPaths(settings)
    const inGroup = (name: string) =>
      new Set(paths.filter(([path]) => path[0] === name).map(([, one]) => one))
    for (const [[name = '', member = ''], setting] of paths) {
      const isGroup = inGroup(name).size > 1 && paths.some(([path]) => path[0] === name && path.length > 1)
      add(name, isGroup ? 'group' : setting)
      if (isGroup && member !== '') add(member, setting)
    }
  }
  return Object.fromEntries([...found].sort().map(([name, says]) => [name, [...says].sort().join(' ')]))
}

const ORDER = ['history', 'instructions', 'tools', 'choice', 'settings', 'rest']

function saying(slot: Slot, says: ReadonlySet<string>): string {
  if (slot !== 'requestFields') return says.has('content') ? 'content' : 'beside'
  return ORDER.find((said) => says.has(said)) ?? 'rest'
}

/**
 * Returns one row a line: the field or type, its meaning, the wires that read it, and those that only keep
 * it.
 */
function rowsOf(slot: Slot, all: ReadonlyMap<string, Words>): string[] {
  const names = [...new Set([...all.values()].flatMap((words) => [...words[slot].keys()]))].sort()
  return names.flatMap((name) => {
    const uses = [...all].flatMap(([wire, words]): [string, Use][] => {
      const use = words[slot].get(name)
      return use === undefined ? [] : [[wire, use]]
    })
    const readers = uses.filter(([, { isRead }]) => isRead)
    const holders = uses.filter(([, { isRead }]) => !isRead).map(([wire]) => wire)
    if (readers.length === 0) return []
    const says = new Set(readers.flatMap(([, use]) => [...use.says]))
    const ids = [readers.map(([wire]) => wire), holders].filter((list) => list.length > 0)
    const row = [saying(slot, says), ...ids.map((list) => list.join(' '))]
    return [`    ${key(name)}: [${row.map((text) => `'${text}'`).join(', ')}],`]
  })
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

const SLOTS: readonly Slot[] = [
  ...(['requestFields', 'entryTypes', 'entryFields', 'partTypes', 'partFields'] as const),
  ...(['toolFields', 'functionFields'] as const),
]

/** Returns the code of `src/translate/lint/wire-words.ts`. */
export function wireWords(): string {
  const all = new Map(
    wires.map((loaded) => {
      const words = wordsOf(loaded)
      addTables(words, loaded)
      return [loaded.wire, words]
    }),
  )
  const texts = (rows: Readonly<Record<string, string>>) =>
    Object.entries(rows).map(([name, text]) => `    ${key(name)}: '${text}',`)
  const titles = Object.fromEntries(wires.map(({ wire, adapter }) => [wire, adapter.title]))
  return [
    '// Written by test/lint/wire-words.test.ts from the decoders, settings and cache fields of all wires: run it with `-u`.',
    "import type { WordTable } from './word-table.js'",
    '',
    '/** The fields and types that the decoders of all wires read. */',
    '// biome-ignore format: a row a line',
    'export const WIRE_WORDS: WordTable = {',
    ...['  titles: {', ...texts(titles), '  },', '  settings: {', ...texts(settingFields()), '  },'],
    ...SLOTS.flatMap((slot) => [`  ${slot}: {`, ...rowsOf(slot, all), '  },']),
    '}',
    '',
  ].join('\n')
}
