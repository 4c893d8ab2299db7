import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject, objectOr, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import {
  type Called,
  expectFunction,
  expectGiven,
  expectOptions,
  type KnownOptions,
} from '../../base/model/expect.js'
import type { ToolResult } from '../../base/model/types.js'
import type { ToolRun } from '../context/context-types.js'
import type { RunFlags, Tool } from '../define-tool.js'
import { ToolError } from '../errors/tool-error.js'
import { callTool, type McpClient } from './mcp-client.js'
import { mcpErrorOf } from './mcp-errors.js'
import { definitionOf, expectPinned, type McpPins, type McpServerTool, pinOf } from './mcp-pins.js'
import { mcpResult } from './result.js'

/** Options for importing a server's tools. */
export interface McpToolsOptions {
  /** A prefix for each name, such as `files_`, if servers have tools of the same name. Default: none. */
  readonly prefix?: string | undefined
  /** The only tools to import, by the server's names. Default: all. */
  readonly allowedTools?: readonly string[] | undefined
  /** The `origin` of the tools. Default: the server's name. */
  readonly origin?: string | undefined
  /**
   * True to trust the server's hints (read-only, not destructive, idempotent). The protocol allows this only
   * for trusted servers. Default: false, so each tool counts as destructive and not retryable.
   */
  readonly trustsHints?: boolean | undefined
  /** Milliseconds per attempt in an executor. Default: the executor's. */
  readonly timeout?: number | undefined
  /** Returns the `_meta` of a call, such as a trace context. Default: none. */
  readonly meta?: ((run: ToolRun) => JsonObject | undefined) | undefined
  /**
   * The definitions that were reviewed, from `pinMcpTools`. A tool with another definition or without a pin
   * is an error. Default: every definition is accepted.
   */
  readonly pin?: McpPins | undefined
  /** A signal that aborts listing the tools. Default: never. */
  readonly signal?: AbortSignal | undefined
}

/** The maximum number of pages; a longer list is treated as endless. */
const MOST_PAGES = 1000

const OPTIONS: KnownOptions<McpToolsOptions> = {
  prefix: true,
  allowedTools: true,
  origin: true,
  trustsHints: true,
  timeout: true,
  meta: true,
  pin: true,
  signal: true,
}

/**
 * Imports the tools of an MCP server for `runTools` and executors. Of several tools with the same name, only
 * the first is imported. Calls and their abort signal are passed to the server, which checks the arguments;
 * progress is emitted as output chunks. An approval of a call is valid only for this server and for this
 * definition of the tool. Call this again when the list changes (`notifications/tools/list_changed`).
 * @param client a connected `Client` of `@modelcontextprotocol/sdk` 1.x or of `@modelcontextprotocol/client`
 * 2.x.
 * @throws ToolError if the server does not answer, or its list has too many pages. With `pin`, ToolError
 * `policy_blocked` for tools that do not match their pins.
 * @example
 * await client.connect(new StdioClientTransport({ command: 'my-server' }))
 * const tools = [...ownTools, ...(await mcpTools(client, { prefix: 'files_' }))]
 */
export async function mcpTools(client: McpClient, options: McpToolsOptions = {}): Promise<McpServerTool[]> {
  const called: Called = ['mcpTools needs a client', 'a connected Client of the MCP SDK: mcpTools(client)']
  expectGiven(client, called)
  expectFunction(client.listTools, called, '/listTools')
  expectOptions(options, OPTIONS, ['mcpTools', 'mcpTools(client, { allowedTools })'])
  const origin = options.origin ?? client.getServerVersion?.()?.name ?? 'mcp'
  const isAllowed = (name: string) => options.allowedTools?.includes(name) ?? true
  const definitions = new Map<string, JsonObject>()
  for (const definition of await listed(client, origin, options.signal)) {
    const name = stringOr(definition.name, '')
    if (name !== '' && !definitions.has(name) && isAllowed(name)) definitions.set(name, definition)
  }
  const pins = await Promise.all([...definitions].map(([name, definition]) => pinOf(name, definition)))
  if (options.pin !== undefined) expectPinned(pins, options.pin, origin)
  return Promise.all(
    pins.map(async (pin) => {
      const { name } = pin
      const tool = toolOf(client, definitions.get(name) ?? {}, { ...options, name, origin })
      return { ...tool, origin, definition: await definitionOf(pin), pin }
    }),
  )
}

async function listed(client: McpClient, origin: string, signal?: AbortSignal): Promise<JsonObject[]> {
  const definitions: JsonObject[] = []
  const cursors = new Set<JsonValue | undefined>()
  // Version 2 of the SDK caches answers; a repeated request needs a new one.
  const request = compact({ signal, cacheMode: 'refresh' })
  try {
    for (let cursor: string | undefined; cursors.size < MOST_PAGES && !cursors.has(cursor); ) {
      cursors.add(cursor)
      const page: JsonObject = objectOr(asJson(await client.listTools(compact({ cursor }), request)), {})
      definitions.push(...objectsIn(page.tools))
      cursor = stringOr(page.nextCursor, undefined)
      if (cursor === undefined) return definitions
    }
  } catch (error) {
    const known = mcpErrorOf(error, origin, signal)
    const { category, metadata, cause } = known
    if (!/^not connected$/i.test(known.message)) throw known
    throw new ToolError(OFFLINE, { category, metadata, cause })
  }
  throw new ToolError(`The tool list of ${origin} has too many pages.`, { metadata: { server: origin } })
}

const OFFLINE =
  'Not connected: await client.connect(transport) before mcpTools, and again after the server has ended'

type ChosenTools = McpToolsOptions & { readonly name: string; readonly origin: string }

function toolOf(client: McpClient, definition: JsonObject, chosen: ChosenTools): Tool {
  const { name, origin, prefix = '', timeout } = chosen
  const annotations: JsonObject = objectOr(definition.annotations, {})
  return compact({
    type: 'function' as const,
    name: `${prefix}${name}`,
    title: stringOr(definition.title ?? annotations.title, undefined),
    description: stringOr(definition.description, undefined),
    parameters: parametersOf(definition.inputSchema),
    outputSchema: objectOr(definition.outputSchema, undefined),
    origin,
    timeout,
    ...flagsOf(chosen.trustsHints === true ? annotations : {}),
    validate: (value: unknown) => ({ value }),
    execute: (input: unknown, run: ToolRun) => runCall(client, asJson(input), run, chosen),
  })
}

/**
 * Returns the schema of the arguments without `$schema`, which names a dialect of https://json-schema.org;
 * providers use other dialects.
 */
function parametersOf(schema: JsonValue | undefined): JsonObject {
  const { $schema: _dialect, ...rest }: JsonObject = objectOr(schema, {})
  return { ...rest, type: 'object' }
}

/**
 * Converts annotations to flags, with the defaults of
 * https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
function flagsOf({ readOnlyHint, destructiveHint, idempotentHint }: JsonObject): RunFlags<unknown> {
  const isReadOnly = readOnlyHint === true
  return {
    destructive: !isReadOnly && destructiveHint !== false,
    retryable: isReadOnly || idempotentHint === true,
  }
}

async function runCall(
  client: McpClient,
  input: JsonValue,
  run: ToolRun,
  { name, origin, meta }: ChosenTools,
): Promise<ToolResult> {
  if (!isObject(input))
    throw new ToolError('The arguments are not a JSON object.', { category: 'invalid_parameters' })
  try {
    const answer = await callTool(client, compact({ name, arguments: input, _meta: await meta?.(run) }), run)
    return mcpResult(run.call, answer, origin)
  } catch (error) {
    throw mcpErrorOf(error, origin, run.signal)
  }
}
