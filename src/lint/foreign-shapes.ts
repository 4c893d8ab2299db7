import type { JsonObject } from '../json/json-types.js'
import { at, isObject } from '../json/read-json.js'
import { each, none } from './checks.js'
import { type Find, type Found, typeOf, within } from './found.js'
import type { RuleRows } from './limited.js'
import type { Place, TextAt } from './view.js'

/** Words of other formats, each with the format that it is from. */
export type ForeignWords = Readonly<Record<string, string>>

/** Where a wire keeps what, and the words by which what was meant for another is known. */
export interface WireShapes {
  /** The entries of the history. */
  readonly entries: Find
  /** What they hold. */
  readonly parts: Find
  /** Types of parts. */
  readonly partTypes: ForeignWords
  /** Fields of parts. */
  readonly partFields: ForeignWords
  /** Fields of entries. */
  readonly entryFields: ForeignWords
  /** Fields of the request. */
  readonly requestFields: ForeignWords
}

interface ForeignAt extends Place {
  readonly word: string
  readonly owner: string
}

/** What the canonical form calls its parts and fields; they are encoded before they are sent. */
export const CANONICAL: Readonly<
  Record<'partTypes' | 'partFields' | 'entryFields' | 'requestFields', ForeignWords>
> = {
  partTypes: { 'tool-call': "Toolwire's own form", 'tool-result': "Toolwire's own form" },
  partFields: { providerMetadata: "Toolwire's own form" },
  entryFields: { providerMetadata: "Toolwire's own form" },
  requestFields: { toolChoice: "Toolwire's own form", maxOutputTokens: "Toolwire's own form" },
}

/** A URL with data, or a run that is longer than hashes, signatures and ids are. */
const BASE64_RUN =
  /(?<![a-z])data:[a-z]{1,20}\/[\w.+-]{1,80};base64,[A-Za-z0-9+/]{256}|(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{4096}/

/**
 * Rules that name what was meant for another format, whose words the server passes over or refuses.
 * @param prefix of the rule ids.
 */
export function foreignShapeRules(prefix: string, shapes: WireShapes): RuleRows<unknown> {
  const { entries, parts } = shapes
  const types = within(parts, (part) => foreignWords(part, 'type', shapes.partTypes))
  const fields = within(parts, (part) => foreignFields(part, shapes.partFields))
  const request: Find = (value) => [{ value, path: '' }]
  const says = ({ word, owner }: ForeignAt) => `"${word}" is a word of ${owner}`
  return {
    [`${prefix}-SHAPE-01`]: {
      severity: 'warning',
      summary: 'Content is in the form of this format, not of another one.',
      check: none((body) => [...types(body), ...fields(body)], says),
    },
    [`${prefix}-SHAPE-02`]: {
      severity: 'warning',
      summary: 'Entries of the history have no fields of another format.',
      check: none(
        within(entries, (entry) => foreignFields(entry, shapes.entryFields)),
        says,
      ),
    },
    [`${prefix}-SHAPE-03`]: {
      severity: 'warning',
      summary: 'The request has no fields of another format.',
      check: none(
        within(request, (body) => foreignFields(body, shapes.requestFields)),
        says,
      ),
    },
    [`${prefix}-SHAPE-04`]: {
      severity: 'warning',
      summary: 'Texts hold no files in base64: the model reads them letter by letter, and each is paid for.',
      check: each(
        (body) => textsIn(body, shapes),
        ({ text }) => BASE64_RUN.test(text),
        'the text holds a file in base64; a part for media is made for that',
      ),
    },
  }
}

function foreignWords({ value, path }: Found, key: string, words: ForeignWords): ForeignAt[] {
  const word = typeOf({ value, path })
  return Object.hasOwn(words, word) ? [{ word, owner: words[word] ?? '', path: at(path, key) }] : []
}

function foreignFields({ value, path }: Found, words: ForeignWords): ForeignAt[] {
  return Object.entries(words).flatMap(([word, owner]) =>
    value[word] === undefined || value[word] === null ? [] : [{ word, owner, path: at(path, word) }],
  )
}

/** Texts of entries and of their parts. */
function textsIn(request: JsonObject, { entries, parts }: WireShapes): TextAt[] {
  return [...entries(request), ...parts(request)].flatMap(({ value, path }) =>
    ['text', 'content', 'output'].flatMap((key) => {
      const text = value[key]
      return typeof text === 'string' && !isObject(text) ? [{ text, path: at(path, key) }] : []
    }),
  )
}
