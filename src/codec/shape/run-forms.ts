import type { JsonObject } from '../../base/json/json-types.js'
import type { HostedKind } from '../../base/model/hosted-settings.js'
import type { OwnMetadata } from '../../base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../base/model/types.js'
import { outputText } from './results.js'

/** What a provider may have run: a hosted tool, or a search among the tools of the request. */
export type RunKind = HostedKind | 'tool_search'

/** What a provider did with one call of a hosted tool, in words of no provider. The members depend on the kind of the tool. */
export interface HostedRun {
  /** What was searched for. */
  readonly queries?: readonly string[]
  /** What a search found. Default: the provider does not tell it with the call; what the answer cites is what was found. */
  readonly sources?: readonly RunSource[]
  /** The program that was run. */
  readonly code?: string
  /** The tool of an MCP server that was called, as the server names it. */
  readonly tool?: { readonly server: string; readonly name: string; readonly input: JsonObject }
  /** The tools that a search among them found: name, description and parameters of each. */
  readonly tools?: readonly JsonObject[]
  /** What the program printed, or the tool gave. */
  readonly output?: string
  /** Why it failed. Default: it did not. */
  readonly error?: string | undefined
}

/** A page that was found. */
export interface RunSource {
  /** Its address on the web. */
  readonly url: string
  /** What people call it. Default: nobody says. */
  readonly title?: string
}

/** A call that a provider ran, as a wire's own codecs read it. */
export interface RanCall {
  readonly name: string
  readonly input: JsonObject
  /** What is kept of it for its wire. */
  readonly own: OwnMetadata
}

/** How a wire tells what its provider did with a hosted tool of one kind. */
export interface RunForm {
  /** What was done; undefined for a call that other wires cannot tell truly. Default: they can tell none. */
  readonly read?: (call: RanCall, result: ToolResult | undefined) => HostedRun | undefined
  /**
   * The same as this wire tells it. Default: it does so in the metadata of the answer, with what the answer cites, or not at all.
   * @param id of the call.
   */
  readonly write?: (run: HostedRun, id: string) => WrittenRun
  /** What ids of such calls begin with. Default: calls have no ids. */
  readonly idPrefix?: string
  /** Whether a reader may be told of such calls that did not ask for the tool. Default: no. */
  readonly isFree?: true
}

/** A call and its result, as the codecs of a wire take them. */
export interface WrittenRun {
  readonly call: { readonly name: string; readonly input: JsonObject; readonly metadata: JsonObject }
  /** Default: the call says it all. */
  readonly result?: {
    readonly output: ToolOutput
    readonly isError?: boolean
    readonly metadata?: JsonObject
  }
}

/** What a result says, as text. */
export function runOutcome(result: ToolResult | undefined): Pick<HostedRun, 'output' | 'error'> {
  if (result === undefined) return {}
  const { output, isError } = result
  const text = outputText(output)
  return isError ? { error: text } : { output: text }
}

/** In ids of calls that another provider ran: the wire's own provider does not know them. */
const FOREIGN = 'toolwire_'

/** The id of a call that another provider ran. */
export function foreignRunId(prefix: string, hash: string): string {
  return `${prefix}${FOREIGN}${hash}`
}

/** Whether an id is that of a call that another provider ran. */
export function isForeignRunId(id: string): boolean {
  return id.includes(`_${FOREIGN}`)
}
