import { AdapterError } from '../json/errors.js'
import { asJson, expectObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { compact } from '../json/write.js'
import type { CustomTool, FunctionTool, ToolDefinition } from '../model/types.js'
import type { ToolRun } from './context/types.js'
import { expectTestable } from './schema-check/testable.js'
import {
  isStandardSchema,
  type OutputOf,
  type StandardResult,
  type StandardSchema,
} from './standard-schema.js'

/** How a tool may be run. `runTools` heeds `requiresApproval`, and executors all of it. */
export interface RunFlags<Input> {
  /** Whether running it twice does no harm: only then is a failed call tried again. Default: false. */
  readonly retryable?: boolean
  /** Whether it changes what cannot be changed back. In mode `guarded` its calls need approval. Default: false. */
  readonly destructive?: boolean
  /** Whether each call, or one with this input, needs approval. What a function throws denies the call. Default: false. */
  readonly requiresApproval?: boolean | Judge<Input>
  /** Whether it may be run before it is known that its result is wanted. For hosts; nothing here does. Default: false. */
  readonly speculatable?: boolean
  /** Milliseconds that one attempt may take. Default: the executor's. */
  readonly timeout?: number
  /** What people call it. For hosts; the model does not see it. Default: its name. */
  readonly title?: string
  /** JSON Schema of what it gives. For hosts; the model does not see it. */
  readonly outputSchema?: JsonObject
  /**
   * Which version of the tool it is. Workers of a queue give back calls of another one, for a worker that has it. Default:
   * none, which any will do for.
   */
  readonly version?: string
  /** Where it comes from, such as the name of an MCP server. Default: the program itself. */
  readonly origin?: string
}

/** Says yes or no to the input of a call. */
export type Judge<Input> = Judged<Input>['judge']

/** A method, so that a tool of any input is a tool: parameters of methods are compared both ways. */
interface Judged<Input> {
  judge(input: Input): boolean | Promise<boolean>
}

/** What can be run, beside the definition that the model sees. It is code: JSON holds the definition alone. */
export interface Executable<Input> extends RunFlags<Input> {
  /**
   * Runs a call. What it gives goes to the model as by `toolResult`; a `ToolResult` of this call goes as it is. What it
   * throws goes to the model as an error. Of an async iterable each value is a preliminary result, and the last one (or
   * what a generator returns) is the result.
   */
  execute?(input: Input, run: ToolRun): unknown
  /** Checks the arguments before `execute`, which gets what it gives back. Default: they are held against `parameters`. */
  validate?(input: unknown): StandardResult<unknown> | Promise<StandardResult<unknown>>
  /** What the model gets of what `execute` gave; the whole stays in the result's `raw`. Default: all of it. */
  toModelOutput?(output: never, run: ToolRun): unknown
}

/** A function of the caller's own. It is a `FunctionTool` and can stand wherever one can. */
export interface Tool<Input = unknown> extends FunctionTool, Executable<Input> {}

/** A tool that takes free text. */
export interface TextTool extends CustomTool, Executable<string> {}

/** What `runTools` takes: any definition; those with `execute` are run. */
export type RunnableTool = ToolDefinition & Executable<never>

/** JSON Schema as data, also what `z.toJSONSchema` gives. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What `defineTool` takes. */
export interface ToolOptions<Schema extends StandardSchema | JsonSchema, Output = unknown>
  extends RunFlags<OutputOf<Schema>> {
  /** Any text: wires that take only some letters get another name, and answers have this one again. */
  readonly name: string
  /** What the tool does, for the model. Default: none. */
  readonly description?: string
  /** The arguments: a Standard Schema that can say its JSON Schema (zod 4.2 and later), or JSON Schema. Default: none. */
  readonly parameters?: Schema
  /** Whether the provider holds the model to the schema, where it can. Default: the provider's. */
  readonly strict?: boolean
  /** The group that the tool stands in. Default: none. */
  readonly namespace?: FunctionTool['namespace']
  readonly providerMetadata?: FunctionTool['providerMetadata']
  /** @see Executable.execute */
  execute?(input: OutputOf<Schema>, run: ToolRun): Output
  /** @see Executable.toModelOutput */
  toModelOutput?(output: Given<Output>, run: ToolRun): unknown
}

/** What a tool gives at last: of a promise what it comes to, of an iterable each of its values. */
export type Given<Output> = Output extends AsyncIterable<infer Value> ? Value : Awaited<Output>

/** What `defineTextTool` takes. */
export interface TextToolOptions<Output = unknown> extends Omit<CustomTool, 'type'>, RunFlags<string> {
  /** @see Executable.execute */
  execute?(input: string, run: ToolRun): Output
  /** @see Executable.toModelOutput */
  toModelOutput?(output: Given<Output>, run: ToolRun): unknown
}

/**
 * Defines a function that the model may call. The schema of its arguments is written as JSON Schema at once; a field
 * with a default stays optional for the model, and `execute` gets it filled in.
 * @throws AdapterError `unsupported` for a schema that cannot say its JSON Schema, and for JSON Schema with a pattern that cannot be
 * tested in a time that grows with the text alone; `wrong-type` for a schema of no object.
 * @example
 * const weather = defineTool({
 *   name: 'weather',
 *   description: 'The weather in a city',
 *   parameters: z.object({ city: z.string() }),
 *   execute: ({ city }) => forecast(city),
 * })
 */
export function defineTool<Schema extends StandardSchema | JsonSchema = JsonSchema, Output = unknown>(
  options: ToolOptions<Schema, Output>,
): Tool<OutputOf<Schema>> {
  const { parameters, execute, ...rest } = options
  return compact({
    type: 'function' as const,
    ...rest,
    parameters: parametersOf(options.name, parameters),
    validate: validatorOf(parameters),
    execute,
  })
}

/**
 * Defines a tool whose input is free text (`custom` tools). Wires without such tools get it as a function of one text.
 * @example const shell = defineTextTool({ name: 'shell', description: 'Runs a command', execute: (command) => run(command) })
 */
export function defineTextTool<Output = unknown>(options: TextToolOptions<Output>): TextTool {
  return { type: 'custom', ...options }
}

function validatorOf(parameters: StandardSchema | JsonSchema | undefined): Executable<never>['validate'] {
  if (parameters === undefined || !isStandardSchema(parameters)) return undefined
  return (input) => parameters['~standard'].validate(input)
}

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

function parametersOf(name: string, parameters: StandardSchema | JsonSchema | undefined): JsonObject {
  if (parameters === undefined) return NO_PARAMETERS
  const schema = expectObject(asJson(jsonSchemaOf(name, parameters)), `/${name}/parameters`)
  const { $schema: _dialect, ...rest } = schema
  if (rest.type === 'object' || (rest.type === undefined && !('enum' in rest) && !('const' in rest))) {
    // Any other schema tests its patterns itself.
    if (!isStandardSchema(parameters)) expectTestable(rest, `/${name}/parameters`)
    return rest
  }
  throw new AdapterError('wrong-type', `/${name}/parameters`, 'the arguments of a tool are an object')
}

/** What `z.toJSONSchema` gives is JSON Schema and a Standard Schema in one: it is taken as it was made. */
function jsonSchemaOf(name: string, parameters: StandardSchema | JsonSchema): object {
  if (!isStandardSchema(parameters) || '$schema' in parameters) return parameters
  const { jsonSchema, vendor } = parameters['~standard']
  if (jsonSchema !== undefined) return jsonSchema.input({ target: 'draft-2020-12' })
  throw new AdapterError(
    'unsupported',
    `/${name}/parameters`,
    `this schema of ${vendor} cannot produce JSON Schema: convert it yourself, or use zod 4.2 or later`,
  )
}
