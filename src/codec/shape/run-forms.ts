import type { JsonObject } from '../../base/json/json-types.js'
import type { HostedKind } from '../../base/model/hosted-settings.js'
import type { OwnMetadata } from '../../base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../base/model/types.js'
import { outputText } from './results.js'

/** Tools that a provider may have run: a hosted tool, or a search among the tools of the request. */
export type RunKind = HostedKind | 'tool_search'

/**
 * The actions of a provider for one call of a hosted tool, in neutral terms. The members depend on the kind
 * of the tool.
 */
export interface HostedRun {
  /** The search queries. */
  readonly queries?: readonly string[]
  /**
   * The search results. Default: the provider does not report them with the call; the citations of the answer
   * are the results.
   */
  readonly sources?: readonly RunSource[]
  /** The program that was run. */
  readonly code?: string
  /** The called tool of an MCP server, with its name on the server. */
  readonly tool?: { readonly server: string; readonly name: string; readonly input: JsonObject }
  /** The tools found by a tool search: name, description and parameters of each. */
  readonly tools?: readonly JsonObject[]
  /** The output of the program or the tool. */
  readonly output?: string
  /** The error message. Default: the call succeeded. */
  readonly error?: string | undefined
}

/** A page found by a search. */
export interface RunSource {
  /** The URL of the page. */
  readonly url: string
  /** The title of the page. Default: unknown. */
  readonly title?: string
}

/** A call that a provider ran, as decoded by the codecs of a wire. */
export interface RanCall {
  readonly name: string
  readonly input: JsonObject
  /** The metadata for the wire of the call. */
  readonly own: OwnMetadata
}

/** The native form of the provider's actions for one kind of hosted tool. */
export interface RunForm {
  /**
   * Converts a call to neutral terms; undefined for a call that other wires cannot express faithfully.
   * Default: no call can be converted.
   */
  readonly read?: (call: RanCall, result: ToolResult | undefined) => HostedRun | undefined
  /**
   * Converts neutral terms to the form of this wire. Default: the actions are expressed by the metadata or
   * the citations of the answer, or are omitted.
   * @param id of the call.
   */
  readonly write?: (run: HostedRun, id: string) => WrittenRun
  /** The prefix of the ids of provider-executed calls. Default: calls have no ids. */
  readonly idPrefix?: string
  /** True if a reader that did not request the tool may receive provider-executed calls. Default: false. */
  readonly isFree?: true
}

/** A call and its result, as input of the codecs of a wire. */
export interface WrittenRun {
  readonly call: { readonly name: string; readonly input: JsonObject; readonly metadata: JsonObject }
  /** The result, if it is separate. Default: the call contains the result. */
  readonly result?: {
    readonly output: ToolOutput
    readonly isError?: boolean
    readonly metadata?: JsonObject
  }
}

/** Returns the content of a result, as text. */
export function runOutcome(result: ToolResult | undefined): Pick<HostedRun, 'output' | 'error'> {
  if (result === undefined) return {}
  const { output, isError } = result
  const text = outputText(output)
  return isError ? { error: text } : { output: text }
}

/** The mark in the ids of calls that another provider ran. The wire's provider does not know these ids. */
const FOREIGN = 'toolwire_'

/** Returns the id of a call that another provider ran. */
export function foreignRunId(prefix: string, hash: string): string {
  return `${prefix}${FOREIGN}${hash}`
}

/** Returns true for the id of a call that another provider ran. */
export function isForeignRunId(id: string): boolean {
  return id.includes(`_${FOREIGN}`)
}
