import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { toolCall } from '../../base/model/create.js'
import { runOutcome } from '../../codec/shape/run-forms.js'
import type { Substitute, SubstituteLimits } from '../../proxy/substitute-tools.js'
import { mcpResult } from '../../tools/mcp/result.js'

/**
 * A tool of an MCP server: a program, or a server at a URL.
 * @oneOf [{ "required": ["command"] }, { "required": ["url"] }]
 */
export interface McpSubstituteConfig extends SubstituteLimits {
  /**
   * The program of an MCP server, and its arguments.
   * @minItems 1
   */
  readonly command?: readonly string[]
  /** The URL of an MCP server, in place of `command`. */
  readonly url?: string
  /** The environment variable with the bearer token for `url`. Default: no token is sent. */
  readonly tokenVariable?: string
  /**
   * Environment variables that the program receives in addition to the usual variables. Default: none.
   * @minItems 1
   */
  readonly variables?: readonly string[]
  /** The tool of the server. */
  readonly tool: string
  /** The argument of the tool for the query or the code. Default: `query` or `code`. */
  readonly argument?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * MCP servers that run calls for the proxy. Each server is connected with its first call, and reconnected
 * after a lost connection.
 */
export class McpServers {
  readonly #clients = new Map<string, Promise<Client>>()

  /**
   * Returns a tool of a server that runs calls of a hosted tool. @param usual the default name of the
   * argument.
   */
  substitute(config: McpSubstituteConfig, usual: string, environment: Environment): Substitute {
    const { maxRuns, timeout, maxOutputLength, tool, argument = usual } = config
    return compact({
      ...{ maxRuns, timeout, maxOutputLength },
      run: async (input: JsonObject, signal: AbortSignal) => {
        const given = compact({ [argument]: input[usual] })
        const client = await this.#client(config, environment)
        const answer = await client.callTool({ name: tool, arguments: given }, undefined, {
          ...{ signal, timeout: LONGEST },
        })
        return outputOf(asJson(answer), tool)
      },
    })
  }

  async close(): Promise<void> {
    const clients = [...this.#clients.values()]
    this.#clients.clear()
    await Promise.allSettled(clients.map(async (client) => (await client).close()))
  }

  async #client(config: McpSubstituteConfig, environment: Environment): Promise<Client> {
    const { command, url, tokenVariable, variables } = config
    const key = JSON.stringify([command, url, tokenVariable, variables])
    const known = this.#clients.get(key)
    if (known !== undefined) return known
    // A failed connection may close after its successor was created.
    const forget = () => this.#clients.get(key) === made && this.#clients.delete(key)
    const made: Promise<Client> = connected(config, environment, forget)
    this.#clients.set(key, made)
    made.catch(forget)
    return made
  }
}

/** The maximum timeout, because the proxy's limit ends a call. */
const LONGEST = 2 ** 31 - 1

async function connected(
  { command, url, tokenVariable = '', variables = [] }: McpSubstituteConfig,
  environment: Environment,
  onClose: () => void,
): Promise<Client> {
  const sdk = await loadSdk()
  const client = new sdk.Client({ name: 'toolwire', version: '0.1.0' })
  client.onclose = onClose
  const token = environment[tokenVariable]
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const [program = '', ...args] = command ?? []
  const given = Object.fromEntries(variables.flatMap((name) => [[name, environment[name] ?? '']]))
  const transport =
    url === undefined
      ? new sdk.Stdio({
          command: program,
          args,
          env: { ...sdk.usualVariables(), ...given },
          stderr: 'ignore',
        })
      : new sdk.Http(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return client
}

async function loadSdk() {
  try {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { StdioClientTransport, getDefaultEnvironment } = await import(
      '@modelcontextprotocol/sdk/client/stdio.js'
    )
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    )
    return {
      Client,
      Stdio: StdioClientTransport,
      Http: StreamableHTTPClientTransport,
      usualVariables: getDefaultEnvironment,
    }
  } catch {
    const message = 'MCP servers need a package: npm install @modelcontextprotocol/sdk'
    throw new AdapterError('unsupported', '', message)
  }
}

/**
 * Returns structured content, or the text.
 * @throws Error with the message of a failed call.
 */
function outputOf(answer: JsonValue, tool: string): JsonValue {
  const result = mcpResult(toolCall('call', tool, {}), answer)
  const { output = '', error } = runOutcome(result)
  if (error !== undefined) throw new Error(error)
  return result.raw ?? output
}
