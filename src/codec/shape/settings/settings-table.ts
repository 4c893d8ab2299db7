import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { asJson, isObject, memberAt, objectOr } from '../../../base/json/read-json.js'
import { compact, define, equalJson, withMember } from '../../../base/json/write-json.js'
import type { Context } from '../../../base/model/context.js'
import type { MetadataEntries } from '../../../base/model/metadata.js'
import type { Conversation, Settings } from '../../../base/model/types.js'
import { extraFields, extraOf, type NegligibleSettings, negligibleFields } from '../fields.js'
import type { AcceptedFields } from './accepted-values.js'
import { addToSetting, dropSetting } from './setting-losses.js'

/** Native values under the paths of their fields: the names from the outside in, joined by dots. */
export type Leaves = Readonly<Record<string, JsonValue | undefined>>

/** Takes what there is to tell of a setting that is written. */
export interface Telling {
  /** A member of it cannot be written; without a name, nothing of it can. */
  lost(member?: string): void
  /** The wire asks for a member that the setting has not. */
  added(member: string, value: string): void
}

/** One way in which a wire says a setting. */
export interface SettingForm<Value> {
  /** None is how the wire says it. One with a name is read, and written where it came so. */
  readonly name?: string
  /** The paths of the fields that hold it. */
  readonly fields: readonly string[]
  /** The values of these fields that the wire accepts. Default: nothing is known. */
  readonly accepts?: AcceptedFields
  /** Undefined where they say nothing that the setting could mean. */
  decode(leaves: Leaves): Value | undefined
  /** Writes the fields, and tells what of the setting they cannot say. */
  encode(value: Value, tell: Telling): Leaves
}

/** All that a conversation says beside its messages, its tools and their choice. */
export type AllSettings = Settings & Pick<Conversation, 'parallelToolCalls'>

/**
 * How a wire says each setting, in every form that it knows: the one that reads most of a request is taken. A setting without
 * a row has no field here; `elsewhere` says that the request codec reads and writes it by itself.
 */
export type SettingsTable = {
  readonly [Name in keyof AllSettings]?: readonly SettingForm<NonNullable<AllSettings[Name]>>[] | 'elsewhere'
}

/** What of a conversation is no setting. */
const OTHER_MEMBERS: Readonly<Record<Exclude<keyof Conversation, keyof AllSettings>, true>> = {
  messages: true,
  tools: true,
  toolChoice: true,
  providerMetadata: true,
}

const NOTHING: JsonObject = {}

type SettingRows = Readonly<Record<string, readonly SettingForm<unknown>[] | 'elsewhere' | undefined>>

function formsOf(rows: SettingRows, name: string): readonly SettingForm<unknown>[] {
  const forms = rows[name]
  return forms === undefined || forms === 'elsewhere' ? [] : forms
}

/** What was read of a request. */
export interface DecodedSettings {
  /** The settings. */
  readonly values: AllSettings
  /** The request without the fields that were read; one that is left without anything is gone, too. */
  readonly rest: JsonObject
  /** What the wire needs back: `forms` and `groups`. */
  readonly metadata: MetadataEntries
}

/**
 * Reads the settings of a request. What a form would not write again of the fields that it looks at stays in `rest`. What it
 * would write otherwise is kept in `forms`, and comes back for as long as the setting means the same.
 */
export function decodeSettings(
  native: JsonObject,
  table: SettingsTable,
  negligible: NegligibleSettings,
): DecodedSettings {
  const values: AllSettings = {}
  const forms: Record<string, JsonValue> = {}
  let rest = native
  for (const name in table) {
    const read = readSetting(native, formsOf(table, name))
    if (read === undefined) continue
    define(values, name, read.value)
    if (read.form !== undefined) forms[name] = read.form
    for (const path of read.paths) rest = without(rest, path.split('.'))
  }
  const groups = openGroups(native, rest, table, negligible)
  for (const name in groups) rest = without(rest, [name])
  return {
    values,
    rest,
    metadata: {
      forms: Object.keys(forms).length === 0 ? undefined : forms,
      groups: Object.keys(groups).length === 0 ? undefined : groups,
    },
  }
}

const SILENT: Telling = { lost() {}, added() {} }

interface ReadSetting {
  readonly value: unknown
  readonly paths: readonly string[]
  /** The name of the form, or the fields as they stood there, when another way would be written. */
  readonly form: string | JsonObject | undefined
}

function readSetting(native: JsonObject, forms: readonly SettingForm<unknown>[]): ReadSetting | undefined {
  return bestForm(forms, (path) => memberAt(native, path))?.read
}

/** The form that reads most of the fields that are there; of equal ones the first. */
function bestForm(
  forms: readonly SettingForm<unknown>[],
  leafAt: (path: string) => JsonValue | undefined,
): { readonly form: SettingForm<unknown>; readonly read: ReadSetting } | undefined {
  const [first, ...others] = forms.flatMap((form) => {
    const read = readForm(form, leafAt)
    return read === undefined ? [] : { form, read }
  })
  return (
    first &&
    others.reduce((best, next) => (next.read.paths.length > best.read.paths.length ? next : best), first)
  )
}

function readForm(
  form: SettingForm<unknown>,
  leafAt: (path: string) => JsonValue | undefined,
): ReadSetting | undefined {
  const leaves = leavesOf(form.fields, leafAt)
  const value = leaves && form.decode(leaves)
  if (leaves === undefined || value === undefined) return undefined
  const again = compact(form.encode(value, SILENT))
  const read = Object.fromEntries(Object.entries(leaves).filter(([path]) => Object.hasOwn(again, path)))
  return { value, paths: Object.keys(read), form: equalJson(again, read) ? form.name : read }
}

/** The fields that are there; undefined when none is. */
function leavesOf(
  fields: readonly string[],
  leafAt: (path: string) => JsonValue | undefined,
): Record<string, JsonValue> | undefined {
  let leaves: Record<string, JsonValue> | undefined
  for (const path of fields) {
    const value = leafAt(path)
    if (value === undefined || value === null) continue
    leaves ??= {}
    leaves[path] = value
  }
  return leaves
}

/** The object without the field at a path, and without the objects that held nothing else. */
function without(native: JsonObject, [name = '', ...inner]: readonly string[]): JsonObject {
  const { [name]: child, ...others } = native
  if (inner.length === 0 || !isObject(child)) return others
  const left = without(child, inner)
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left }
}

/**
 * What is left in objects of which something was read, or that hold settings of which nobody misses some: under their
 * names, as an `extra` with what is `negligible` in it. So is an object for settings that says nothing.
 */
function openGroups(
  native: JsonObject,
  rest: JsonObject,
  rows: SettingRows,
  negligible: NegligibleSettings,
): Record<string, JsonObject> {
  const groups: Record<string, JsonObject> = {}
  for (const name in rest) {
    const group = rest[name]
    if (!isObject(group)) continue
    const inner = within(negligible, name)
    const extra = extraFields(group, {})
    const saysNothing = Object.values(extra ?? {}).every((member) => member === null)
    const isEmpty = saysNothing && holdsSettings(name, rows)
    if (group === native[name] && inner === undefined && !isEmpty) continue
    groups[name] = compact({ extra, negligible: inner && negligibleFields(extra, inner) })
  }
  return groups
}

function holdsSettings(name: string, rows: SettingRows): boolean {
  return Object.keys(rows).some((setting) =>
    formsOf(rows, setting).some(({ fields }) => fields.some((path) => path.startsWith(`${name}.`))),
  )
}

function within(negligible: NegligibleSettings, group: string): NegligibleSettings | undefined {
  const rows = Object.entries(negligible).filter(([path]) => path.startsWith(`${group}.`))
  return rows.length === 0
    ? undefined
    : Object.fromEntries(rows.map(([path, values]) => [path.slice(group.length + 1), values]))
}

/**
 * The fields that say the settings, with what was kept of the objects around them. What the wire has no place for is
 * told: once for each setting.
 */
export function encodeSettings(
  conversation: Conversation,
  table: SettingsTable,
  metadata: MetadataEntries | undefined,
  context: Context,
): JsonObject {
  const rows: SettingRows = table
  const values: Readonly<Record<string, unknown>> = { ...conversation }
  const kept = objectOr(metadata?.forms, NOTHING)
  let native = groupsOf(metadata)
  const hasRow = (name: string) => Object.hasOwn(rows, name)
  const lost = Object.keys(values).filter((name) => !hasRow(name) && !Object.hasOwn(OTHER_MEMBERS, name))
  for (const name of [...Object.keys(rows), ...lost]) {
    const value = values[name]
    if (value === undefined || rows[name] === 'elsewhere') continue
    const leaves = compact(writeSetting(name, value, formsOf(rows, name), kept[name], context))
    for (const path in leaves) native = withMember(native, path, leaves[path] ?? null)
  }
  return native
}

function groupsOf(metadata: MetadataEntries | undefined): JsonObject {
  const groups: Record<string, JsonValue> = {}
  const kept = objectOr(metadata?.groups, NOTHING)
  for (const name in kept) groups[name] = extraOf(kept[name])
  return groups
}

/** @param kept the name of the form that it came in, or its fields as they were. */
function writeSetting(
  name: string,
  value: unknown,
  forms: readonly SettingForm<unknown>[],
  kept: JsonValue | undefined,
  context: Context,
): Leaves {
  const meant = isObject(kept) ? bestForm(forms, (path) => kept[path]) : undefined
  if (isObject(kept) && meant !== undefined && equalJson(asJson(meant.read.value), asJson(value))) return kept
  const named = forms.find((one) => one.name !== undefined && one.name === kept)
  const form = meant?.form ?? named ?? forms.find((one) => one.name === undefined)
  const lost: string[] = []
  const leaves = form?.encode(value, {
    lost: (member = '') => lost.push(member),
    added: (member, text) => addToSetting(name, member, text, context),
  })
  if (leaves === undefined) lost.push('')
  if (lost.length > 0) dropSetting(name, lost, asJson(value), context)
  return leaves ?? {}
}
