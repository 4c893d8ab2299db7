import type { JsonObject } from '../../base/json/json-types.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { none } from './checks.js'
import { holdsFile } from './files-in-text.js'
import { type Found, isOf, those, typeOf } from './found.js'
import type { RuleRows } from './limited.js'
import { mendEntries } from './mend-entries.js'
import { mendFiles } from './mend-files.js'
import { mendRequestFields } from './mend-request-fields.js'
import { mendTools } from './mend-tools.js'
import { remembered } from './remembered.js'
import type { Fix } from './rule.js'
import type { Place } from './view.js'
import type { ForeignShapes, ForeignWords, WireShapes } from './wire-shapes.js'

interface ForeignAt extends Place {
  readonly word: string
  readonly owner: string
}

const TEXT_KEYS: readonly string[] = ['text', 'content', 'output', 'result']
/** What of a part holds texts of its own: those of a result. */
const INNER_KEYS: readonly string[] = ['content', 'toolResult', 'functionResponse', 'response']
/** `functionResponse.response` is the deepest. */
const RESULT_DEPTH = 2

const CANONICAL = "Toolwire's own form"

/** What the canonical form calls its parts and fields, before the words of a wire; they are encoded before they are sent. */
function withCanonical<Shapes extends ForeignShapes>(shapes: Shapes): Shapes {
  return {
    ...shapes,
    partTypes: { 'tool-call': CANONICAL, 'tool-result': CANONICAL, ...shapes.partTypes },
    partFields: { providerMetadata: CANONICAL, ...shapes.partFields },
    entryFields: { providerMetadata: CANONICAL, ...shapes.entryFields },
    requestFields: { toolChoice: CANONICAL, maxOutputTokens: CANONICAL, ...shapes.requestFields },
  }
}

/**
 * Rules that name what was meant for another format, whose words the server passes over or refuses.
 * @param prefix of the rule ids.
 * @param own the words beside those of the canonical form, which hold for every wire.
 */
export function foreignShapeRules(prefix: string, own: ForeignShapes | WireShapes): RuleRows<unknown> {
  const shapes = withCanonical(own)
  const mended = (make: (shapes: WireShapes) => Fix) => (isWritten(shapes) ? { fix: make(shapes) } : {})
  // The rules share one walk: histories are long.
  const foreignIn = remembered((request) => walked(request, shapes))
  // What else vendors define has fields of its own.
  const functionsIn = shapes.tools && those(shapes.tools, isOf('', 'function', 'custom'))
  const { toolFields = {} } = shapes
  const says = ({ word, owner }: ForeignAt) => `"${word}" is a word of ${owner}`
  return {
    [`${prefix}-SHAPE-01`]: {
      ...mended(mendEntries),
      severity: 'warning',
      summary: 'Content is in the form of this format, not of another one.',
      check: none((body) => [...foreignIn(body).partTypes, ...foreignIn(body).partFields], says),
    },
    [`${prefix}-SHAPE-02`]: {
      ...mended(mendEntries),
      severity: 'warning',
      summary: 'Entries of the history are in the form of this format, not of another one.',
      check: none((body) => [...foreignIn(body).entryTypes, ...foreignIn(body).entryFields], says),
    },
    [`${prefix}-SHAPE-03`]: {
      ...mended(mendRequestFields),
      severity: 'warning',
      summary: 'The request has no fields of another format.',
      check: none((body) => foreignFields({ value: body, path: '' }, shapes.requestFields), says),
    },
    [`${prefix}-SHAPE-04`]: {
      ...mended(mendFiles),
      severity: 'warning',
      summary: 'Texts hold no files in base64: the model reads them letter by letter, and each is paid for.',
      check: none(
        (body) => foreignIn(body).files,
        'the text holds a file in base64; a part for media is made for that',
      ),
    },
    ...(functionsIn && {
      [`${prefix}-SHAPE-05`]: {
        ...mended(mendTools),
        severity: 'warning' as const,
        summary: 'Definitions of tools are in the form of this format, not of another one.',
        check: none((body) => functionsIn(body).flatMap((tool) => foreignFields(tool, toolFields)), says),
      },
    }),
  }
}

/** Whether it is known how the wire writes what was meant for another; sessions are told event by event. */
function isWritten(shapes: ForeignShapes): shapes is WireShapes {
  return 'codecs' in shapes
}

/** What a history holds that was meant for another format. */
interface ForeignHistory {
  readonly partTypes: ForeignAt[]
  readonly partFields: ForeignAt[]
  readonly entryTypes: ForeignAt[]
  readonly entryFields: ForeignAt[]
  readonly files: Place[]
}

function walked(request: JsonObject, shapes: ForeignShapes): ForeignHistory {
  const foreign: ForeignHistory = {
    partTypes: [],
    partFields: [],
    entryTypes: [],
    entryFields: [],
    files: [],
  }
  for (const entry of shapes.entries(request)) {
    if (shapes.entryTypes !== undefined) addForeignType(entry, shapes.entryTypes, foreign.entryTypes)
    if (hasForeignField(entry, shapes.entryFields))
      foreign.entryFields.push(...foreignFields(entry, shapes.entryFields))
    addFiles(entry, foreign.files)
  }
  for (const part of shapes.parts(request)) {
    addForeignType(part, shapes.partTypes, foreign.partTypes)
    if (shapes.untypedParts !== undefined && isUntypedText(part))
      foreign.partFields.push({ word: 'text', owner: shapes.untypedParts, path: at(part.path, 'text') })
    if (hasForeignField(part, shapes.partFields))
      foreign.partFields.push(...foreignFields(part, shapes.partFields))
    addInnerFiles(part, foreign.files)
  }
  return foreign
}

/** Whether it is a text by its field alone. */
function isUntypedText({ value: { type, text } }: Found): boolean {
  return type === undefined && typeof text === 'string'
}

function addForeignType(found: Found, words: ForeignWords, types: ForeignAt[]): void {
  const word = typeOf(found)
  if (Object.hasOwn(words, word)) types.push({ word, owner: words[word] ?? '', path: at(found.path, 'type') })
}

/** A look at the few fields that are there, which are almost never foreign. */
function hasForeignField({ value }: Found, words: ForeignWords): boolean {
  for (const key in value) if (Object.hasOwn(words, key)) return true
  return false
}

function foreignFields({ value, path }: Found, words: ForeignWords): ForeignAt[] {
  return Object.entries(words).flatMap(([word, owner]) =>
    value[word] === undefined || value[word] === null ? [] : [{ word, owner, path: at(path, word) }],
  )
}

/** Adds the texts of a part, and of the result in it, that hold a file. */
function addInnerFiles(part: Found, files: Place[], depth = 0): void {
  addFiles(part, files)
  if (depth === RESULT_DEPTH) return
  for (const key of INNER_KEYS) {
    const inner = part.value[key]
    if (isObject(inner)) addInnerFiles({ value: inner, path: at(part.path, key) }, files, depth + 1)
    else if (isArray(inner))
      for (const [index, value] of inner.entries())
        if (isObject(value)) addFiles({ value, path: at(at(part.path, key), index) }, files)
  }
}

/** Adds the texts of an entry or of a part that hold a file. */
function addFiles({ value, path }: Found, files: Place[]): void {
  for (const key of TEXT_KEYS) {
    const text = value[key]
    if (typeof text === 'string' && holdsFile(text)) files.push({ path: at(path, key) })
  }
}
