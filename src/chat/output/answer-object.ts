import type { Notice } from '../../base/model/context.js'
import { clientCalls } from '../../base/model/create.js'
import { expectGiven, expectSome } from '../../base/model/expect.js'
import type { Conversation, ModelResponse, OutputFormat, ToolDefinition } from '../../base/model/types.js'
import { OutputError } from './error.js'
import {
  expectOutputFormat,
  isOutputFormat,
  type ObjectOf,
  type OutputSchema,
  type WantedObject,
  wantedObject,
} from './output-schema.js'
import { readObject } from './read-object.js'

/**
 * The input of `turn`: a conversation whose `outputFormat` may also be a schema. The schema then checks the
 * object of the answer.
 */
export interface TurnInput extends Omit<Conversation, 'outputFormat'> {
  /**
   * The form of the answer. A schema (zod, another Standard Schema, JSON Schema) requests an object, which is
   * then `object` of the response. `{ type: 'text' }`, `{ type: 'json' }` and `{ type: 'json-schema', … }`
   * are sent unchanged, and the answer is text.
   */
  readonly outputFormat?: OutputFormat | OutputSchema
}

/**
 * The type of `object` in the answer to a conversation. Absent if the model calls tools first; handle the
 * calls in this case.
 */
export type ObjectIn<Input> = Input extends { readonly outputFormat: infer Format }
  ? Format extends OutputFormat
    ? undefined
    : ObjectOf<Format> | (Input extends { readonly tools: readonly ToolDefinition[] } ? undefined : never)
  : undefined

/** A request and the requested object. */
export interface TurnRequest {
  /** The conversation in canonical form. */
  readonly conversation: Conversation
  /** The requested object. Absent if the caller passed no schema. */
  readonly wanted?: WantedObject
}

/**
 * Checks the input of a turn.
 * @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema.
 */
export function asked(input: TurnInput): TurnRequest {
  expectGiven(input, ['turn needs a conversation', 'turn({ messages: [userMessage(text)] })'])
  const { outputFormat, ...rest } = input
  expectSome(rest)
  if (outputFormat === undefined) return { conversation: rest }
  if (isOutputFormat(outputFormat)) {
    expectOutputFormat(outputFormat, '/outputFormat')
    return { conversation: { ...rest, outputFormat } }
  }
  const wanted = wantedObject(outputFormat, '/outputFormat')
  return { conversation: { ...rest, outputFormat: { type: 'json-schema', schema: wanted.schema } }, wanted }
}

/** Adds the object to an answer. An answer with calls for the client has no object yet. */
export async function withObject(
  response: ModelResponse,
  wanted: WantedObject,
  report: (notice: Notice) => void,
): Promise<ModelResponse & { readonly object?: unknown }> {
  if (clientCalls(response.message).length > 0) return response
  const { object, isFenced } = await readObject(response, wanted)
  if (isFenced) report(FENCED)
  return { ...response, object }
}

/** Returns the error of an answer that does not contain the requested object. */
export async function flawOf(
  response: ModelResponse,
  wanted: WantedObject,
): Promise<OutputError | undefined> {
  try {
    await withObject(response, wanted, () => undefined)
  } catch (error) {
    if (error instanceof OutputError) return error
    throw error
  }
}

const FENCED: Notice = {
  code: 'output-fenced',
  severity: 'info',
  path: '/message',
  message: 'the object was in a code fence, which was removed',
}
