import type { Notice } from '../../base/model/context.js'
import { clientCalls } from '../../base/model/create.js'
import type { Conversation, ModelResponse, OutputFormat, ToolDefinition } from '../../base/model/types.js'
import { OutputError } from './error.js'
import {
  isOutputFormat,
  type ObjectOf,
  type OutputSchema,
  type WantedObject,
  wantedObject,
} from './output-schema.js'
import { readObject } from './read-object.js'

/** A conversation as `turn` takes it: with a schema in place of the setting `outputFormat`, the answer's object is checked by it. */
export interface TurnInput extends Omit<Conversation, 'outputFormat'> {
  /**
   * The form of the answer. A schema (zod, another Standard Schema, JSON Schema) asks for an object, which is then `object` of the
   * response. `{ type: 'text' }`, `{ type: 'json' }` and `{ type: 'json-schema', … }` are sent as they are, and the answer is text.
   */
  readonly outputFormat?: OutputFormat | OutputSchema
}

/** The type of `object` in the answer to a conversation. Absent when the model may call tools first: then look at its calls. */
export type ObjectIn<Input> = Input extends { readonly outputFormat: infer Format }
  ? Format extends OutputFormat
    ? undefined
    : ObjectOf<Format> | (Input extends { readonly tools: readonly ToolDefinition[] } ? undefined : never)
  : undefined

/** What is asked for, and what is sent for it. */
export interface TurnRequest {
  /** Canonical. */
  readonly conversation: Conversation
  /** Absent if the caller named no schema. */
  readonly wanted?: WantedObject
}

/** @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema. */
export function asked(input: TurnInput): TurnRequest {
  const { outputFormat, ...rest } = input
  if (outputFormat === undefined) return { conversation: rest }
  if (isOutputFormat(outputFormat)) return { conversation: { ...rest, outputFormat } }
  const wanted = wantedObject(outputFormat, '/outputFormat')
  return { conversation: { ...rest, outputFormat: { type: 'json-schema', schema: wanted.schema } }, wanted }
}

/** The answer with its object. An answer with calls for the client has none yet. */
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

/** Why an answer is not what was asked for. */
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
  message: 'the object stood in a code fence, which is not part of it',
}
