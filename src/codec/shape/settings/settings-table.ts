import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { asJson, isObject, memberAt, objectOr } from '../../../base/json/read-json.js'
import { compact, define, equalJson, withMember } from '../../../base/json/write-json.js'
import type { Context } from '../../../base/model/context.js'
import type { MetadataEntries } from '../../../base/model/metadata.js'
import type { Conversation, Settings } from '../../../base/model/types.js'
import { extraFields, extraOf, type NegligibleSettings, negligibleFields } from '../fields.js'
import type { AcceptedFields } from './accepted-values.js'
import { addToSetting, dropSetting } from './setting-losses.js'

/** Native values by the paths of their fields: the names from the outside in, joined by dots. */
export type Leaves = Readonly<Record<string, JsonValue | undefined>>

/** Receives the losses and additions of an encoded setting. */
export interface Telling {
  /** Reports a member that cannot be encoded; without a name, the complete setting. */
  lost(member?: string): void
  /** Reports a required member that the setting lacks. */
  added(member: string, value: string): void
}

/** One native form of a setting. */
export interface SettingForm<Value> {
  /** Named forms are encoded only for requests that used them. The unnamed form is the default. */
  readonly name?: string
  /** The paths of the form's fields. */
  readonly fields: readonly string[]
  /** The values of these fields that the wire accepts. Default: unknown. */
  readonly accepts?: AcceptedFields
  /** Decodes the fields; returns undefined if they have no meaning for this setting. */
  decode(leaves: Leaves): Value | undefined
  /** Encodes the fields, and reports the parts of the setting that the fields cannot express. */
  encode(value: Value, tell: Telling): Leaves
}

/** All members of a conversation except its messages, its tools and their choice. */
export type AllSettings = Settings & Pick<Conversation, 'parallelToolCalls'>

/**
 * The native forms of each setting: decoding uses the form that reads most of a request. A setting without a
 * row has no field on this wire; the request codec handles settings marked `elsewhere`.
 */
export type SettingsTable = {
  readonly [Name in keyof AllSettings]?: readonly SettingForm<NonNullable<AllSettings[Name]>>[] | 'elsewhere'
}

/** Members of a conversation that are not settings. */
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

/** The decoded settings of a request. */
export interface DecodedSettings {
  /** The settings. */
  readonly values: AllSettings
  /** The request without the fields that were read. Objects that become empty are removed, too. */
  readonly rest: JsonObject
  /** Metadata with which encoding restores the request: `forms` and `groups`. */
  readonly metadata: MetadataEntries
}

/**
 * Decodes the settings of a request. Fields that encoding would not write again stay in `rest`. Values that
 * encoding would write differently are kept in `forms`, and are restored if the setting still has the same
 * meaning.
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
  /** The name of the form, or the original fields, if encoding would use another form. */
  readonly form: string | JsonObject | undefined
}

function readSetting(native: JsonObject, forms: readonly SettingForm<unknown>[]): ReadSetting | undefined {
  return bestForm(forms, (path) => memberAt(native, path))?.read
}

/**
 * Returns the form that reads the most existing fields. If several forms read equally many, returns the first
 * one.
 */
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

/** Returns the existing fields; undefined if all are absent. */
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

/** Returns the object without the field at a path, and without objects that become empty. */
function without(native: JsonObject, [name = '', ...inner]: readonly string[]): JsonObject {
  const { [name]: child, ...others } = native
  if (inner.length === 0 || !isObject(child)) return others
  const left = without(child, inner)
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left }
}

/**
 * Returns the remaining fields of objects that were partly read or that may contain negligible settings, by
 * the name of the object. Each entry has the fields as `extra` and the names of `negligible` settings. Empty
 * objects for settings are included.
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
 * Encodes the fields of the settings, with the kept fields of the surrounding objects. A setting for which
 * the wire has no field is reported once.
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

/**
 * Encodes a setting.
 * @param kept the name of the decoded form, or the original fields.
 */
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
