import { LONGEST_TIMER } from '../../base/http/timer.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import type { ToolRun } from '../context/context-types.js'
import { whenAborted } from '../signals.js'

/**
 * As much of the official SDK's `Client` as tools need: that of `@modelcontextprotocol/sdk` 1.x and that of
 * `@modelcontextprotocol/client` 2.x both fit. It has to be connected.
 */
export interface McpClient {
  /** Gives a page of the server's tools, or all of them. */
  listTools(
    params?: { readonly cursor?: string },
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Calls a tool. What follows the first parameter differs between the versions of the SDK. */
  callTool(params: McpCall, second?: never, third?: never): Promise<unknown>
  /** What the server said of itself, once connected. */
  getServerVersion?(): { readonly name: string } | undefined
}

/** A call as the protocol has it. It has no id there. */
export interface McpCall {
  /** The server's own name of the tool. */
  readonly name: string
  /** What the tool gets. */
  readonly arguments?: { readonly [key: string]: JsonValue }
  /** What the protocol has for data about the call: trace context, for instance. */
  readonly _meta?: { readonly [key: string]: JsonValue }
}

/** Takes every result: what the server sends is read by us, so that nothing in it is left out or refused. */
const AS_IT_IS = {
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
}

/**
 * Calls a tool. Version 1 of the SDK takes a schema of the result and then options, version 2 options alone. One object is
 * both, and stands in both places.
 */
export async function callTool(client: McpClient, call: McpCall, run: ToolRun): Promise<JsonValue> {
  run.signal.throwIfAborted()
  // The SDK never takes its listener off a signal, and the run's may outlive many calls.
  const ownSignal = new AbortController()
  const untie = whenAborted(run.signal, () => ownSignal.abort(run.signal.reason))
  const options: never = asNative(
    asJson({
      ...AS_IT_IS,
      signal: ownSignal.signal,
      // The SDK's 60 seconds are not to end what the executor lets run.
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

/** What a listener is told of progress: the server's words, else how far it is. */
function chunkOf(progress: JsonValue): string {
  const { message, progress: done, total }: JsonObject = asNative(progress)
  if (typeof message === 'string' && message !== '') return message
  return typeof total === 'number' ? `${String(done)}/${total}` : String(done)
}
