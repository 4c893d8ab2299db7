import { unfenced } from '../../base/json/fence.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { asChecked } from '../../base/json/read-json.js'
import { expectMessage } from '../../base/model/expect.js'
import { outcomeOf } from '../../base/model/outcome.js'
import type { Message, ModelResponse, Outcome } from '../../base/model/types.js'
import { OutputError, type OutputFailure } from './error.js'
import { type ObjectOf, type OutputSchema, type WantedObject, wantedObject } from './output-schema.js'

/**
 * Returns the text of an answer, a message or a conversation's last message: its text parts, joined.
 * Reasoning is omitted.
 */
export function textOf(of: Message | Pick<ModelResponse, 'message'>): string {
  const message = typeof of === 'object' && of !== null && 'message' in of ? of.message : of
  expectMessage(message)
  const { parts } = message
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/**
 * Returns the object in the text of an answer or a message, checked by a schema, with its defaults and
 * transformations.
 * @throws OutputError if the text is not an object that fits the schema. AdapterError for a schema that
 * cannot produce JSON Schema.
 * @example const { city, celsius } = await objectOf(response, z.object({ city: z.string(), celsius: z.number() }))
 */
export async function objectOf<Schema extends OutputSchema>(
  of: Message | ModelResponse,
  schema: Schema,
): Promise<ObjectOf<Schema>> {
  const { object } = await readObject(of, wantedObject(schema, '/schema'))
  return asChecked(object)
}

/** A parsed object; `isFenced` is true if its text was in a code fence. */
export interface ReadObject {
  readonly object: unknown
  readonly isFenced: boolean
}

/**
 * Reads the requested object of an answer.
 * @throws OutputError if the answer is not the requested object.
 */
export async function readObject(of: Message | ModelResponse, wanted: WantedObject): Promise<ReadObject> {
  const text = textOf(of)
  const response = 'message' in of ? of : undefined
  const fail = (reason: OutputFailure, issues: OutputError['issues'] = []) =>
    new OutputError(reason, { text, issues, response })
  const { value, isFenced } = jsonIn(of)
  const stopped = response && REASONS[outcomeOf(response.finish)]
  if (value === undefined) throw fail(stopped ?? (text.trim() === '' ? 'no-text' : 'not-json'))
  // A truncated number is the only truncated JSON that is still valid, such as 12 for 123.
  if (stopped !== undefined && typeof value === 'number') throw fail(stopped)
  const checked = await wanted.check(value)
  if ('object' in checked) return { object: checked.object, isFenced }
  throw fail('mismatch', checked.issues)
}

/** The reasons of answers without an object, by outcome. */
const REASONS: Readonly<Partial<Record<Outcome, OutputFailure>>> = {
  length: 'cut',
  'context-full': 'cut',
  filtered: 'refused',
  refused: 'refused',
}

interface JsonInText {
  readonly value: JsonValue | undefined
  readonly isFenced: boolean
}

/**
 * Returns the JSON in the text of an answer. In an answer with several texts, the object is either all texts
 * joined or the last text.
 */
function jsonIn(of: Message | ModelResponse): JsonInText {
  const { parts } = 'message' in of ? of.message : of
  const last = parts.findLast((part) => part.type === 'text')?.text ?? ''
  for (const text of new Set([textOf(of), last])) {
    const value = tryParseJson(text)
    if (value !== undefined) return { value, isFenced: false }
    const inside = unfenced(text)
    const fenced = inside === undefined ? undefined : tryParseJson(inside)
    if (fenced !== undefined) return { value: fenced, isFenced: true }
  }
  return { value: undefined, isFenced: false }
}
