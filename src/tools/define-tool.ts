import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { asJson, expectObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { expectFunction, expectGiven, expectOptions, type KnownOptions } from '../base/model/expect.js'
import type { CustomTool, FunctionTool, ToolDefinition } from '../base/model/types.js'
import type { ToolRun } from './context/context-types.js'
import { expectTestable } from './schema-check/testable.js'
import {
  type InputOf,
  isStandardSchema,
  jsonSchemaOf,
  type OutputOf,
  type StandardResult,
  type StandardSchema,
} from './standard-schema.js'

/** Flags that control how a tool runs. `runTools` uses `requiresApproval`, executors use all flags. */
export interface RunFlags<Input> {
  /**
   * True if the tool can safely run twice. Failed calls are retried only if this flag is set. Default: false.
   */
  readonly retryable?: boolean | undefined
  /**
   * True if the changes of the tool cannot be undone. In mode `guarded`, calls of the tool need approval.
   * Default: false.
   */
  readonly destructive?: boolean | undefined
  /**
   * True if every call needs approval, or a function that decides for an input. If the function throws, the
   * call is denied. Default: false.
   */
  readonly requiresApproval?: boolean | Judge<Input> | undefined
  /**
   * True if the tool may run speculatively. For hosts; Toolwire does not run tools speculatively. Default:
   * false.
   */
  readonly speculatable?: boolean | undefined
  /** Milliseconds per attempt. Default: the executor's. */
  readonly timeout?: number | undefined
  /** A display name. For hosts; the model does not see it. Default: the name of the tool. */
  readonly title?: string | undefined
  /** JSON Schema of the tool's output. For hosts; the model does not see it. */
  readonly outputSchema?: JsonObject | undefined
  /**
   * The version of the tool. Queue workers with another version return its calls to the queue. Default: any
   * version.
   */
  readonly version?: string | undefined
  /** The origin of the tool, such as the name of an MCP server. Default: the program itself. */
  readonly origin?: string | undefined
  /**
   * The digest of the definition. Approvals are valid only for the digest that the person was asked about.
   * `mcpTools` sets it. Default: none.
   */
  readonly definition?: string | undefined
}

/** A function that decides if the input of a call needs approval. */
export type Judge<Input> = Judged<Input>['judge']

/**
 * `judge` is a method, so that a tool with any input type is assignable to a tool: parameters of methods are
 * compared bivariantly.
 */
interface Judged<Input> {
  judge(input: Input): boolean | Promise<boolean>
}

/** The executable part of a tool. The definition is the part that the model sees. */
export interface Executable<Input> extends RunFlags<Input> {
  /**
   * Runs a call. The return value becomes the result as in `toolResult`; a `ToolResult` of this call is used
   * unchanged. A thrown value becomes an error result. Each value of an async iterable is a preliminary
   * result, and the last one (or the return value of a generator) is the result.
   */
  execute?(input: Input, run: ToolRun): unknown
  /** Checks and converts the arguments for `execute`. Default: arguments are checked against `parameters`. */
  validate?(input: unknown): StandardResult<unknown> | Promise<StandardResult<unknown>>
  /**
   * Converts the value of `execute` for the model. The `raw` member of the result has the original value.
   * Default: unchanged.
   */
  toModelOutput?(output: never, run: ToolRun): unknown
}

/** A function with its code. A `Tool` can be used in place of a `FunctionTool`. */
export interface Tool<Input = unknown> extends FunctionTool, Executable<Input> {}

/** A tool that accepts free text. */
export interface TextTool extends CustomTool, Executable<string> {}

/** Any tool definition. Definitions with `execute` are run. */
export type RunnableTool = ToolDefinition & Executable<never>

/**
 * JSON Schema as data, such as the result of `z.toJSONSchema`. The listed keywords only distinguish a schema from
 * another object; every keyword is accepted.
 */
export type JsonSchema = Readonly<
  Partial<
    Record<
      | ('type' | 'properties' | 'anyOf' | 'oneOf' | 'allOf' | 'enum' | 'const' | 'items' | 'not')
      | ('description' | '$ref' | '$schema' | '$defs'),
      unknown
    >
  >
>

/** Rejects, at compile time, schemas of texts, numbers, lists and other values that are not objects. */
type ObjectSchema<Schema> =
  InputOf<Schema> extends string | number | bigint | boolean | null | undefined | readonly unknown[]
    ? { readonly 'the arguments of a tool are an object': never }
    : unknown

/** Options of `defineTool`. */
export interface ToolOptions<Schema extends StandardSchema | JsonSchema, Output = unknown>
  extends RunFlags<OutputOf<Schema>> {
  /**
   * The name of the tool: any text. For wires that reject the name it is replaced; answers contain the
   * original name.
   */
  readonly name: string
  /** The purpose of the tool, for the model. Default: none. */
  readonly description?: string | undefined
  /**
   * A Standard Schema of an object that can produce JSON Schema (zod 4.2 and later), or JSON Schema. Default: no
   * arguments.
   */
  readonly parameters?: (Schema & ObjectSchema<Schema>) | undefined
  /** True if the provider should enforce the schema, if supported. Default: the provider's. */
  readonly strict?: boolean | undefined
  /** Lets the model continue while calls run, if the provider supports it. Default: the model waits. */
  readonly async?: boolean | undefined
  /** The namespace of the tool. Default: none. */
  readonly namespace?: FunctionTool['namespace'] | undefined
  readonly providerMetadata?: FunctionTool['providerMetadata'] | undefined
  /** @see Executable.execute */
  execute?(input: OutputOf<Schema>, run: ToolRun): Output
  /** @see Executable.toModelOutput */
  toModelOutput?(output: Given<Output>, run: ToolRun): unknown
}

/** The value type of a tool: the resolved value of a promise, or each value of an async iterable. */
export type Given<Output> = Output extends AsyncIterable<infer Value> ? Value : Awaited<Output>

/** Options of `defineTextTool`. */
export interface TextToolOptions<Output = unknown> extends Omit<CustomTool, 'type'>, RunFlags<string> {
  /** @see Executable.execute */
  execute?(input: string, run: ToolRun): Output
  /** @see Executable.toModelOutput */
  toModelOutput?(output: Given<Output>, run: ToolRun): unknown
}

/**
 * Defines a function that the model may call. A field with a default is optional for the model, and `execute`
 * receives the default.
 * @throws AdapterError `unsupported` if the schema cannot produce JSON Schema, or has a pattern that cannot
 * be tested in linear time; `wrong-type` if the schema does not describe an object.
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
  expectTool(options, 'defineTool')
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
 * Defines a tool whose input is free text (`custom` tools). Wires without custom tools receive a function
 * with one text argument.
 * @example const shell = defineTextTool({ name: 'shell', description: 'Runs a command', execute: (command) => run(command) })
 */
export function defineTextTool<Output = unknown>(options: TextToolOptions<Output>): TextTool {
  expectTool(options, 'defineTextTool')
  return { type: 'custom', ...options }
}

/** Options of both kinds of tools. */
const OPTIONS: KnownOptions<ToolOptions<JsonSchema> & TextToolOptions> = {
  name: true,
  description: true,
  parameters: true,
  grammar: true,
  execute: true,
  toModelOutput: true,
  strict: true,
  async: true,
  namespace: true,
  cache: true,
  providerMetadata: true,
  retryable: true,
  destructive: true,
  requiresApproval: true,
  speculatable: true,
  timeout: true,
  title: true,
  outputSchema: true,
  version: true,
  origin: true,
  definition: true,
}
/** Names of tool members in other libraries, with the correct name of each. */
const ELSEWHERE = {
  inputschema: 'parameters',
  schema: 'parameters',
  run: 'execute',
  handler: 'execute',
  func: 'execute',
}

/**
 * Checks the options of a tool.
 * @throws AdapterError for invalid options: a missing name, an unknown option, an `execute` that is not a
 * function.
 */
function expectTool(options: { readonly name: string; readonly execute?: unknown }, of: string): void {
  expectOptions(options, OPTIONS, [of, `${of}({ name, description, execute })`], ELSEWHERE)
  const { name, execute } = options
  if (typeof name !== 'string' || name === '')
    throw new AdapterError('missing-field', '/name', 'a tool needs a `name`, by which the model calls it')
  if (execute !== undefined)
    expectFunction(execute, ['execute', 'the function that runs the tool'], '/execute')
}

function validatorOf(parameters: StandardSchema | JsonSchema | undefined): Executable<never>['validate'] {
  if (parameters === undefined || !isStandardSchema(parameters)) return undefined
  return (input) => parameters['~standard'].validate(input)
}

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

function parametersOf(name: string, parameters: StandardSchema | JsonSchema | undefined): JsonObject {
  if (parameters === undefined) return NO_PARAMETERS
  expectGiven(
    parameters,
    ['parameters', 'a schema of zod or another library, or JSON Schema'],
    `/${name}/parameters`,
  )
  const schema = expectObject(asJson(jsonSchemaOf(parameters, `/${name}/parameters`)), `/${name}/parameters`)
  const { $schema: _dialect, ...rest } = schema
  if (rest.type === 'object' || (rest.type === undefined && !('enum' in rest) && !('const' in rest))) {
    // Schemas of libraries test their patterns themselves.
    if (!isStandardSchema(parameters)) expectTestable(rest, `/${name}/parameters`)
    return rest
  }
  throw new AdapterError('wrong-type', `/${name}/parameters`, 'the arguments of a tool are an object')
}
