import { plain } from '../../base/json/nearest-name.js'
import { fieldNames, isMisspelling } from './request-names.js'
import type { ForeignForms, ForeignWords, WireForm } from './wire-shapes.js'
import { WIRE_WORDS } from './wire-words.js'
import type { WireWord } from './word-table.js'

type Rows = Readonly<Record<string, WireWord<string>>>

const CANONICAL = "Toolwire's own form"
/** Maximum number of titles in a message. Further titles are only counted. */
const MOST_TITLES = 2

/**
 * Returns the fields and types that decoders of other wires read, and that neither this wire's decoder nor
 * its provider knows.
 */
export function foreignForms(form: WireForm): ForeignForms {
  const { wire, fields, refused } = form
  const names = fields === undefined ? new Map<string, ReadonlySet<string>>() : fieldNames(fields)
  const { entryTypes, entryFields, partTypes, partFields, toolFields, functionFields } = WIRE_WORDS
  const words = (...tables: readonly Rows[]) => foreignIn(form, tables)
  const inFields = (rows: ForeignWords) => ({ providerMetadata: CANONICAL, ...rows })
  return {
    ...(isHeld(partFields.type, wire) && { untypedParts: untypedOwners() }),
    partTypes: { 'tool-call': CANONICAL, 'tool-result': CANONICAL, ...words(partTypes) },
    partFields: inFields(words(partFields)),
    entryTypes: words(entryTypes),
    entryFields: inFields(words(entryFields)),
    requestFields: { ...foreignRequestFields(form, names.get('') ?? new Set()), ...refused },
    groupFields: groupWords(form, names),
    toolFields: words(toolFields, functionFields),
    functionFields: words(functionFields, toolFields),
  }
}

/**
 * Returns the words that decoders of other wires read and that the first table does not list for this wire.
 */
function foreignIn(form: WireForm, [own = {}, ...others]: readonly Rows[]): ForeignWords {
  // The table covers the wires of this project; other wires get no computed fields.
  if (WIRE_WORDS.titles[form.wire] === undefined) return {}
  const mine = Object.keys(own).filter((name) => isHeld(own[name], form.wire))
  const { accepted = [] } = form
  const all: Rows = Object.assign({}, ...others, own)
  const rows = Object.entries(all).map(([name, row]): [string, string] => [name, ownersOf(row)])
  return unknownTo(new Set([...mine, ...accepted]), Object.fromEntries(rows), form)
}

function unknownTo(known: ReadonlySet<string>, words: ForeignWords, form: WireForm): ForeignWords {
  const isFree = (form.isSpelledFreely ?? form.fields?.isSpelledFreely) === true
  const spelled = isFree ? new Set([...known].map(plain)) : known
  return Object.fromEntries(
    Object.entries(words).filter(([name]) => !spelled.has(isFree ? plain(name) : name)),
  )
}

function foreignRequestFields(form: WireForm, known: ReadonlySet<string>): ForeignWords {
  const { requestFields } = WIRE_WORDS
  const canonical = ['toolChoice', 'maxOutputTokens'].filter(
    (name) => !isHeld(requestFields[name], form.wire),
  )
  const words = {
    ...foreignIn(form, [requestFields]),
    ...Object.fromEntries(canonical.map((name) => [name, CANONICAL])),
  }
  const own = [...known]
  const others = Object.entries(unknownTo(known, words, form)).filter(([name]) => !isMisspelling(name, own))
  return Object.fromEntries(others)
}

/** Returns settings of other wires inside the groups of this wire. */
function groupWords(
  form: WireForm,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): Readonly<Record<string, ForeignWords>> {
  const settings = Object.keys(WIRE_WORDS.settings).map((name): [string, string] => [name, 'another format'])
  const groups = [...names].filter(([group]) => group !== '')
  return Object.fromEntries(
    groups.map(([group, known]) => {
      const others = settings.filter(([name]) => !isMisspelling(name, [...known]))
      return [group, unknownTo(known, Object.fromEntries(others), form)]
    }),
  )
}

function isHeld(row: WireWord<string> | undefined, wire: string): boolean {
  const [, readers = '', holders = ''] = row ?? []
  return [...readers.split(' '), ...holders.split(' ')].includes(wire)
}

function ownersOf([, readers]: WireWord<string>): string {
  return titled(readers.split(' '))
}

function titled(wires: readonly string[]): string {
  const titles = wires.map((wire) => WIRE_WORDS.titles[wire] ?? wire)
  const more = titles.length - MOST_TITLES
  if (more > 0) return `${titles[0]} and ${titles.length - 1} other formats`
  return titles.join(' and ')
}

/** Returns the wires that distinguish the parts of a message by their fields, not by a type. */
function untypedOwners(): string {
  const { text, type } = WIRE_WORDS.partFields
  const readers = (text?.[1] ?? '').split(' ')
  return titled(readers.filter((wire) => !isHeld(type, wire)))
}
