import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectOr } from '../../base/json/read-json.js'
import { equalJson, stringifySorted } from '../../base/json/write-json.js'
import { expectGiven, expectList } from '../../base/model/expect.js'
import { digest } from '../../base/seal/digest.js'
import type { Tool } from '../define-tool.js'
import { ToolError } from '../errors/tool-error.js'

/** Members of a definition that the model, or the person who approves, sees. */
const MEMBERS = ['title', 'description', 'inputSchema', 'annotations'] as const

/** SHA-256 digests of the members of a definition, as hex digits. Members that the definition lacks are absent. */
export type McpDigests = Readonly<Partial<Record<(typeof MEMBERS)[number], string>>>

/** The digests of a server's tool. */
export interface McpPin {
  /** The name of the tool on the server. */
  readonly name: string
  /** The digests of the members of the tool's definition. */
  readonly digests: McpDigests
}

/** A tool of an MCP server. */
export interface McpServerTool extends Tool {
  readonly origin: string
  readonly definition: string
  /** The digests of the tool's definition, for `pinMcpTools`. */
  readonly pin: McpPin
}

/**
 * Pinned definitions, by server and by the name of the tool on the server. The object is JSON and can be
 * stored.
 */
export type McpPins = Readonly<Record<string, Readonly<Record<string, McpDigests>>>>

/**
 * Pins the definitions of imported tools. The result is JSON: store it after a review of the tools, and pass
 * it to `mcpTools` as `pin`.
 * @param tools the tools of one server or of several servers.
 * @throws AdapterError `wrong-type` if two servers have the same name and define a tool differently. Set a
 * distinct `origin` for each server.
 * @example await writeFile('mcp-pins.json', JSON.stringify(pinMcpTools(await mcpTools(client))))
 */
export function pinMcpTools(tools: readonly McpServerTool[]): McpPins {
  expectList(tools, ['pinMcpTools needs tools', 'pinMcpTools(await mcpTools(client))'])
  const servers = new Map<string, Map<string, McpDigests>>()
  for (const [index, tool] of tools.entries()) {
    expectGiven(tool?.pin, ['this tool has no pin', 'pinMcpTools(await mcpTools(client))'], `/${index}`)
    const { origin, pin } = tool
    const pins = servers.get(origin) ?? new Map<string, McpDigests>()
    const { name, digests } = pin
    if (!equalJson(asJson(pins.get(name) ?? digests), asJson(digests))) throw twoServers(origin, index)
    servers.set(origin, pins.set(name, digests))
  }
  return Object.fromEntries([...servers].map(([server, pins]) => [server, Object.fromEntries(pins)]))
}

function twoServers(server: string, index: number): AdapterError {
  const message = `two servers have the name "${server}": import the tools of each with another \`origin\``
  return new AdapterError('wrong-type', `/${index}`, message)
}

/** Returns the digests of a server's definition. */
export async function pinOf(name: string, definition: JsonObject): Promise<McpPin> {
  const digests: Partial<Record<(typeof MEMBERS)[number], string>> = {}
  for (const member of MEMBERS) {
    const value = definition[member]
    if (value !== undefined) digests[member] = await digest(stringifySorted([value]))
  }
  return { name, digests }
}

/** Returns the digest of the complete definition. */
export function definitionOf(pin: McpPin): Promise<string> {
  return digest(stringifySorted(pin))
}

/**
 * Checks tools against their pins.
 * @throws ToolError `policy_blocked` for tools that differ from their pins or have no pin.
 */
export function expectPinned(current: readonly McpPin[], pins: McpPins, server: string): void {
  const pinned: JsonObject = objectOr(ownMember(objectOr(asJson(pins), {}), server), {})
  const faults = current.flatMap(({ name, digests }) => {
    const fault = faultOf(digests, ownMember(pinned, name))
    return fault === undefined ? [] : [{ name, fault }]
  })
  if (faults.length === 0) return
  const list = faults.map(({ name, fault }) => `"${name}" ${fault}`).join(', ')
  const message = `Tools of the MCP server "${server}" do not match their pins: ${list}. Review them, and store pinMcpTools(tools) again.`
  const metadata = { server, tools: faults.map(({ name }) => name) }
  throw new ToolError(message, { category: 'policy_blocked', metadata })
}

function ownMember(object: JsonObject, name: string): JsonObject | undefined {
  return Object.hasOwn(object, name) ? objectOr(object[name], undefined) : undefined
}

function faultOf(digests: McpDigests, pinned: JsonObject | undefined): string | undefined {
  if (pinned === undefined) return 'has no pin'
  const changed = MEMBERS.filter((member) => digests[member] !== pinned[member])
  return changed.length === 0 ? undefined : `has changed (${changed.join(', ')})`
}
