import { LONGEST_TIMER } from '../../base/http/timer.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import type { ToolRun } from '../context/context-types.js'
import { whenAborted } from '../signals.js'

/**
 * The members of the official SDK's `Client` that tools need; clients of `@modelcontextprotocol/sdk` 1.x and
 * `@modelcontextprotocol/client` 2.x have them. The client must be connected.
 */
export interface McpClient {
  /** Returns one page of the server's tools, or all tools. */
  listTools(
    params?: { readonly cursor?: string },
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Calls a tool. The parameters after the first differ between versions of the SDK. */
  callTool(params: McpCall, second?: never, third?: never): Promise<unknown>
  /** Returns the server's name and version, once connected. */
  getServerVersion?(): { readonly name: string } | undefined
}

/** A call in the protocol's form, which has no id. */
export interface McpCall {
  /** The name of the tool on the server. */
  readonly name: string
  /** The input of the tool. */
  readonly arguments?: { readonly [key: string]: JsonValue }
  /** The protocol's field for metadata of a call, for example a trace context. */
  readonly _meta?: { readonly [key: string]: JsonValue }
}

/**
 * A result schema that accepts every result. Toolwire reads the result, so that the SDK does not drop or
 * reject members.
 */
const AS_IT_IS = {
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
}

/**
 * Calls a tool. Version 1 of the SDK expects a result schema before the options, version 2 expects only
 * options. The same object is passed for both parameters.
 */
export async function callTool(client: McpClient, call: McpCall, run: ToolRun): Promise<JsonValue> {
  run.signal.throwIfAborted()
  // A separate signal for each call, since the SDK never removes its listener and the run's signal may exist
  // for many calls.
  const ownSignal = new AbortController()
  const untie = whenAborted(run.signal, () => ownSignal.abort(run.signal.reason))
  const options: never = asNative(
    asJson({
      ...AS_IT_IS,
      signal: ownSignal.signal,
      // The SDK's timeout of 60 seconds must not end a call that the executor still allows.
      timeout: LONGEST_TIMER,
      onprogress: (progress: unknown) => run.emit(chunkOf(asJson(progress))),
    }),
  )
  try {
    return asJson(await client.callTool(call, options, options))
  } finally {
    untie()
  }
}

/** Returns the output chunk for a progress report: the server's message, or else the progress. */
function chunkOf(progress: JsonValue): string {
  const { message, progress: done, total }: JsonObject = asNative(progress)
  if (typeof message === 'string' && message !== '') return message
  return typeof total === 'number' ? `${String(done)}/${total}` : String(done)
}
