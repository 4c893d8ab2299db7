import type { JsonObject } from '../../base/json/json-types.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { none } from './checks.js'
import { holdsFile } from './files-in-text.js'
import { fixEntries } from './fix-entries.js'
import { fixFiles } from './fix-files.js'
import { fixRequestFields, withoutSetting } from './fix-request-fields.js'
import { fixTools } from './fix-tools.js'
import { leftOut, parentPath } from './fixes.js'
import { fixChoice, foreignChoice } from './foreign-choice.js'
import { foreignForms } from './foreign-words.js'
import { type Found, isOf, objectAt, typeOf } from './found.js'
import type { RuleRows } from './limited.js'
import { remembered } from './remembered.js'
import type { Fix } from './rule.js'
import type { Place } from './view.js'
import type {
  ForeignForms,
  ForeignShapes,
  ForeignWords,
  WireForm,
  WireShapes,
  WrittenForm,
} from './wire-shapes.js'
import { WIRE_WORDS } from './wire-words.js'
import type { WireWord, WordTable } from './word-table.js'

type Slot = Exclude<keyof WordTable, 'titles' | 'settings' | 'requestFields'>

interface ForeignAt extends Place {
  readonly word: string
  readonly owner: string
}

const TEXT_KEYS: readonly string[] = ['text', 'content', 'output', 'result']
/** Members of a result part that contain nested texts. */
const INNER_KEYS: readonly string[] = [
  'content',
  'toolResult',
  'functionResponse',
  'function_response',
  'response',
]
/** Maximum depth of texts in a result. `functionResponse.response` is the deepest known member. */
const RESULT_DEPTH = 2

/**
 * Rules that report fields and types of other formats, which the server ignores or refuses. The rules are
 * computed for the wires of this project. Other wires may state them.
 * @param prefix of the rule ids.
 */
export function foreignShapeRules(
  prefix: string,
  form: (WireForm | WrittenForm) & Partial<ForeignForms>,
): RuleRows<unknown> {
  const shapes: ForeignShapes = { ...foreignForms(form), ...form }
  const fixed = (make: (shapes: WireShapes) => Fix) => (isWritten(shapes) ? [make(shapes)] : [])
  // The rules share one traversal, because histories are long.
  const foreignIn = remembered((request) => walked(request, shapes))
  const says = ({ word, owner }: ForeignAt) => `"${word}" is a word of ${owner}`
  return {
    [`${prefix}-SHAPE-01`]: {
      fix: firstOf(...fixed(fixEntries), withoutBeside('partFields'), withoutThought('partTypes')),
      severity: 'warning',
      summary: 'Content is in the form of this format, not of another one.',
      check: none((body) => [...foreignIn(body).partTypes, ...foreignIn(body).partFields], says),
    },
    [`${prefix}-SHAPE-02`]: {
      fix: firstOf(...fixed(fixEntries), withoutBeside('entryFields'), withoutThought('entryTypes')),
      severity: 'warning',
      summary: 'Entries of the history are in the form of this format, not of another one.',
      check: none((body) => [...foreignIn(body).entryTypes, ...foreignIn(body).entryFields], says),
    },
    [`${prefix}-SHAPE-03`]: {
      fix: isWritten(shapes) ? firstOf(fixChoice(shapes), fixRequestFields(shapes)) : withoutSetting,
      severity: 'warning',
      summary: 'The request has no fields of another format, and no choice of tools in the form of one.',
      check: none((body) => [...foreignInRequest(body, shapes), ...choiceIn(body, shapes)], says),
    },
    [`${prefix}-SHAPE-04`]: {
      ...(isWritten(shapes) && { fix: fixFiles(shapes) }),
      severity: 'warning',
      summary: 'Texts contain no base64 files: the model would read them as text, and every token is billed.',
      check: none(
        (body) => foreignIn(body).files,
        'the text contains a base64 file; send the file as a media part',
      ),
    },
    ...(shapes.tools && {
      [`${prefix}-SHAPE-05`]: {
        fix: firstOf(...fixed(fixTools), withoutBeside('toolFields'), withoutBeside('functionFields')),
        severity: 'warning' as const,
        summary: 'Definitions of tools are in the form of this format, not of another one.',
        check: none((body) => foreignInTools(body, shapes), says),
      },
    }),
  }
}

function firstOf(...fixes: readonly Fix[]): Fix {
  return (...given) => {
    for (const fix of fixes) {
      const changes = fix(...given)
      if (changes !== undefined) return changes
    }
    return undefined
  }
}

/** Creates the fix that removes fields which do not affect texts, calls, results or media. */
function withoutBeside(slot: Slot): Fix {
  return (request, path) => {
    const row = rowIn(slot, pointerTokens(path).at(-1) ?? '')
    return row?.[0] === 'beside' ? leftOut(request, path) : undefined
  }
}

/** Creates the fix that removes parts or entries of another format that only their author model can read. */
function withoutThought(slot: 'partTypes' | 'entryTypes'): Fix {
  return (request, path) => {
    const type = valueAt(request, path)
    const row = typeof type === 'string' && path.endsWith('/type') ? rowIn(slot, type) : undefined
    return row?.[0] === 'beside' ? leftOut(request, parentPath(path)) : undefined
  }
}

function rowIn(slot: Slot, name: string): WireWord<string> | undefined {
  return Object.hasOwn(WIRE_WORDS[slot], name) ? WIRE_WORDS[slot][name] : undefined
}

/** Finds fields of other formats in the request and in its groups of settings. */
function foreignInRequest(request: JsonObject, shapes: ForeignShapes): ForeignAt[] {
  const { bodies = (body: JsonObject) => [{ value: body, path: '' }], requestFields, groupFields } = shapes
  return bodies(request).flatMap((body) => [
    ...foreignFields(body, requestFields),
    ...Object.entries(groupFields).flatMap(([group, words]) => foreignInGroup(body, group.split('.'), words)),
  ])
}

function choiceIn(request: JsonObject, shapes: ForeignShapes): ForeignAt[] {
  const found = isWritten(shapes) ? foreignChoice(request, shapes) : []
  return found.map(({ path }) => ({ path, word: 'tool_choice', owner: 'another format' }))
}

function foreignInGroup(
  body: Found,
  [key, ...inner]: readonly string[],
  words: ForeignWords,
): readonly ForeignAt[] {
  if (key === undefined) return foreignFields(body, words)
  return objectAt(key)(body).flatMap((group) => foreignInGroup(group, inner, words))
}

/** Finds fields of other formats in tools. Tools of vendors have other fields and are not checked. */
function foreignInTools(request: JsonObject, shapes: ForeignShapes): ForeignAt[] {
  const { tools, functions, toolFields, functionFields } = shapes
  const definitions = (tools?.(request) ?? []).filter(isOf('', 'function', 'custom'))
  return [
    ...definitions.flatMap((tool) => foreignFields(tool, toolFields)),
    ...(functions?.(request) ?? []).flatMap((inner) => foreignFields(inner, functionFields)),
  ]
}

/** Returns true if the wire can encode parts of other formats; session events are only checked. */
function isWritten(shapes: ForeignShapes): shapes is WireShapes {
  return 'codecs' in shapes
}

/** The parts and fields of a history that belong to another format. */
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
    // If the type of an entry belongs to another format, its fields are not reported separately.
    const isForeign = addForeignType(entry, shapes.entryTypes, foreign.entryTypes)
    if (!isForeign) foreign.entryFields.push(...foreignFields(entry, shapes.entryFields))
    addFiles(entry, foreign.files)
  }
  for (const part of shapes.parts(request)) {
    const isForeign = addForeignType(part, shapes.partTypes, foreign.partTypes)
    if (shapes.untypedParts !== undefined && isUntypedText(part))
      foreign.partFields.push({ word: 'text', owner: shapes.untypedParts, path: at(part.path, 'text') })
    if (!isForeign) foreign.partFields.push(...foreignFields(part, shapes.partFields))
    addInnerFiles(part, foreign.files)
  }
  return foreign
}

/** Returns true if the part has a `text` field and no type. */
function isUntypedText({ value: { type, text } }: Found): boolean {
  return type === undefined && typeof text === 'string'
}

function addForeignType(found: Found, words: ForeignWords, types: ForeignAt[]): boolean {
  const word = typeOf(found)
  if (!Object.hasOwn(words, word)) return false
  types.push({ word, owner: words[word] ?? '', path: at(found.path, 'type') })
  return true
}

const NOTHING: readonly ForeignAt[] = []

/**
 * Returns true if an object has a field of another format. A loop is enough, since objects have few fields.
 */
function hasForeignField({ value }: Found, words: ForeignWords): boolean {
  for (const key in value) if (Object.hasOwn(words, key)) return true
  return false
}

function foreignFields(found: Found, words: ForeignWords): readonly ForeignAt[] {
  if (!hasForeignField(found, words)) return NOTHING
  const { value, path } = found
  return Object.keys(value).flatMap((word) => {
    const owner = Object.hasOwn(words, word) ? words[word] : undefined
    const isGiven = value[word] !== undefined && value[word] !== null
    return owner !== undefined && isGiven ? [{ word, owner, path: at(path, word) }] : []
  })
}

/** Adds the texts with a file, of a part and of the result in the part. */
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

/** Adds the texts of an entry or part that contain a file. */
function addFiles({ value, path }: Found, files: Place[]): void {
  for (const key of TEXT_KEYS) {
    const text = value[key]
    if (typeof text === 'string' && holdsFile(text)) files.push({ path: at(path, key) })
  }
}
