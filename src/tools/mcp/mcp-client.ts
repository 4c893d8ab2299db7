import { LONGEST_TIMER } from '../../base/http/timer.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import type { ToolRun } from '../context/context-types.js'
import { whenAborted } from '../signals.js'

/**
 * The members of the official SDK's `Client` that tools need; both `@modelcontextprotocol/sdk` 1.x and
 * `@modelcontextprotocol/client` 2.x fit. The client must be connected.
 */
export interface McpClient {
  /** Returns a page of the server's tools, or all of them. */
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
  /** The server's own name of the tool. */
  readonly name: string
  /** The input of the tool. */
  readonly arguments?: { readonly [key: string]: JsonValue }
  /** The protocol's field for metadata of a call, for example a trace context. */
  readonly _meta?: { readonly [key: string]: JsonValue }
}

/** Accepts every result: the result is read by Toolwire, so that no member is dropped or rejected. */
const AS_IT_IS = {
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
}

/**
 * Calls a tool. Version 1 of the SDK expects a result schema before the options, version 2 expects only
 * options. One object serves as both and is passed twice.
 */
export async function callTool(client: McpClient, call: McpCall, run: ToolRun): Promise<JsonValue> {
  run.signal.throwIfAborted()
  // The SDK never removes its listener from a signal, and the run's signal may outlive many calls.
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
