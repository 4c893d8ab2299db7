import { asJson, isObject, objectOr, objectsIn, stringOr } from '../../json/read.js'
import type { JsonObject, JsonValue } from '../../json/types.js'
import { compact } from '../../json/write.js'
import type { ToolResult } from '../../model/types.js'
import type { ToolRun } from '../context/types.js'
import type { RunFlags, Tool } from '../define.js'
import { ToolError } from '../errors/tool-error.js'
import { callTool, type McpClient } from './client.js'
import { errorOf } from './errors.js'
import { mcpResult } from './result.js'

/** How a server's tools are taken over. */
export interface McpToolsOptions {
  /** Stands before each name, such as `files_`: two servers may have tools of one name. Default: nothing. */
  readonly prefix?: string
  /** Names of the only tools that are taken, as the server has them, without the prefix. Default: all. */
  readonly allowedTools?: readonly string[]
  /** What `origin` of the tools says. Default: the server's name. */
  readonly origin?: string
  /**
   * Whether the server is believed when it says that a tool only reads, destroys nothing or may be called twice. The
   * protocol asks clients not to, unless they trust the server. Default: it is not, so each tool counts as destructive and
   * none as retryable.
   */
  readonly trustsHints?: boolean
  /** Milliseconds that one attempt of a call may take: for executors. Default: the executor's. */
  readonly timeout?: number
  /** What goes along with a call as its `_meta`: trace context, for instance. Default: nothing. */
  readonly meta?: (run: ToolRun) => JsonObject | undefined
  /** Stops the asking for tools. Default: never. */
  readonly signal?: AbortSignal
}

/** More pages than this are a server that never ends. */
const MOST_PAGES = 1000

/**
 * The tools of an MCP server as tools of ours, for `runTools` and executors: of all pages, the first of each name. A call
 * goes to the server as it is, its abort signal too; progress is told as output chunks. The server checks the arguments,
 * as the protocol wants it to. Its tools may change: ask again when it says so (`notifications/tools/list_changed`).
 * @param client a connected `Client` of `@modelcontextprotocol/sdk` 1.x or of `@modelcontextprotocol/client` 2.x.
 * @throws ToolError when the server cannot be asked, or its list does not end.
 * @example
 * await client.connect(new StdioClientTransport({ command: 'my-server' }))
 * const tools = [...ownTools, ...(await mcpTools(client, { prefix: 'files_' }))]
 */
export async function mcpTools(client: McpClient, options: McpToolsOptions = {}): Promise<Tool[]> {
  const origin = options.origin ?? client.getServerVersion?.()?.name ?? 'mcp'
  const isAllowed = (name: string) => options.allowedTools?.includes(name) ?? true
  const tools = new Map<string, Tool>()
  for (const definition of await listed(client, origin, options.signal)) {
    const name = stringOr(definition.name, '')
    if (name === '' || tools.has(name) || !isAllowed(name)) continue
    tools.set(name, toolOf(client, definition, { ...options, name, origin }))
  }
  return [...tools.values()]
}

async function listed(client: McpClient, origin: string, signal?: AbortSignal): Promise<JsonObject[]> {
  const definitions: JsonObject[] = []
  const cursors = new Set<JsonValue | undefined>()
  // Version 2 of the SDK keeps an answer for a while: whoever asks again wants another one.
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
    throw errorOf(error, origin, signal)
  }
  throw new ToolError(`The tool list of ${origin} has too many pages.`, { metadata: { server: origin } })
}

type Chosen = McpToolsOptions & { readonly name: string; readonly origin: string }

function toolOf(client: McpClient, definition: JsonObject, chosen: Chosen): Tool {
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

/** https://json-schema.org says which dialect it is by `$schema`; providers have one of their own. */
function parametersOf(schema: JsonValue | undefined): JsonObject {
  const { $schema: _dialect, ...rest }: JsonObject = objectOr(schema, {})
  return { ...rest, type: 'object' }
}

/** https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations, with the defaults that it states. */
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
  { name, origin, meta }: Chosen,
): Promise<ToolResult> {
  if (!isObject(input))
    throw new ToolError('The arguments are not a JSON object.', { category: 'invalid_parameters' })
  try {
    const answer = await callTool(client, compact({ name, arguments: input, _meta: await meta?.(run) }), run)
    return mcpResult(run.call, answer, origin)
  } catch (error) {
    throw errorOf(error, origin, run.signal)
  }
}
