import { unlessAborted } from '../base/http/abort.js'
import { reasonOf } from '../base/http/reason.js'
import { milliseconds, type Timer } from '../base/http/timer.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import type { Milliseconds, PositiveInteger } from '../base/json/number-ranges.js'
import { asJson } from '../base/json/read-json.js'
import { stringifyJson } from '../base/json/write-json.js'
import type { Context } from '../base/model/context.js'
import { metadataOf } from '../base/model/metadata.js'
import type { Conversation, FunctionTool, ToolCall, ToolOutput, ToolResult } from '../base/model/types.js'
import { extraOf } from '../codec/shape/fields.js'
import { readHosted } from '../codec/shape/read-hosted.js'
import { foreignRunId } from '../codec/shape/run-forms.js'
import type { Adapter } from '../codec/wire/define-adapter.js'

/** The kind of a hosted tool that a proxy can run. */
export type SubstitutedKind = 'web_search' | 'code_execution'

/** Limits of a tool that runs calls in place of a provider. */
export interface SubstituteLimits {
  /** Maximum number of calls that are run for one request of the client. Default: 8. */
  readonly maxRuns?: PositiveInteger
  /** Maximum milliseconds of one call. Default: 60000. */
  readonly timeout?: Milliseconds
  /** Maximum number of characters of the output that the model receives. Default: 50000. */
  readonly maxOutputLength?: PositiveInteger
}

/** Runs the calls of a hosted tool in place of a provider. */
export interface Substitute extends SubstituteLimits {
  /**
   * Runs one call: `{ query }` of a web search, `{ code }` of code execution. A search returns a list of `{
   * url, title, text }`, or text. A thrown error is reported to the model and the client.
   * @param signal aborted when the client disconnects, and after `timeout`.
   */
  run(input: JsonObject, signal: AbortSignal): JsonValue | Promise<JsonValue>
  /** The tool description for the model. Default: one sentence about the tool's kind. */
  readonly description?: string | undefined
  /** The JSON Schema of the tool's input. Default: the schema of the tool's kind. */
  readonly parameters?: JsonObject | undefined
}

/** Substitutes by the kind of hosted tool. */
export type Substitutes<Tool = Substitute> = { readonly [Kind in SubstitutedKind]?: Tool }

/** The tools of a request that the proxy runs, by the name of the function that replaces each tool. */
export type SubstitutedTools = ReadonlyMap<string, SubstitutedTool>

/** A tool that the proxy runs. The search for deferred tools is implemented by the proxy. */
export type SubstitutedTool = { readonly kind: SubstitutedKind | 'tool_search' } & Substitute

interface Usual {
  readonly description: string
  readonly input: string
}

const USUAL: Readonly<Record<SubstitutedKind, Usual>> = {
  web_search: { description: 'Searches the web and gives the pages that were found.', input: 'query' },
  code_execution: { description: 'Runs a program and gives what it prints.', input: 'code' },
}

const LIMITS = { maxRuns: 8, timeout: 60_000, maxOutputLength: 50_000 }

/**
 * Checks the tools that replace hosted tools.
 * @throws AdapterError for a kind that a proxy cannot run, and for a `run` that is not a function; RangeError
 * for a time that exceeds the range of timers.
 */
export function checkSubstitutes(substitutes: Substitutes = {}): void {
  for (const [kind, substitute] of Object.entries(substitutes)) {
    if (!Object.hasOwn(USUAL, kind))
      throw new AdapterError(
        'wrong-type',
        `/substitutes/${kind}`,
        `use one of ${Object.keys(USUAL).join(', ')}`,
      )
    if (typeof substitute.run !== 'function')
      throw new AdapterError(
        'wrong-type',
        `/substitutes/${kind}/run`,
        'a function is needed: run(input, signal)',
      )
    milliseconds('timeout', substitute.timeout ?? LIMITS.timeout)
  }
}

/** A conversation whose hosted tools the proxy runs. */
export interface Substituted {
  readonly conversation: Conversation
  readonly tools: SubstitutedTools
}

/**
 * Returns the conversation with functions instead of the hosted tools that the proxy runs, and the list of
 * these tools.
 */
export function substituteTools(
  conversation: Conversation,
  { codecs }: Adapter,
  substitutes: Substitutes,
  context: Context,
): Substituted {
  const found = new Map<string, SubstitutedTool>()
  const request = extraOf(metadataOf(conversation, { wire: codecs.id }))
  const names = new Set(conversation.tools?.flatMap((tool) => (tool.type === 'provider' ? [] : [tool.name])))
  const tools = conversation.tools?.map((tool, index) => {
    if (tool.type !== 'provider' || (tool.kind !== 'web_search' && tool.kind !== 'code_execution'))
      return tool
    const substitute = substitutes[tool.kind]
    if (substitute === undefined) return tool
    const read = readHosted(tool, codecs.hosted, request, { ...context, wire: codecs.id })
    if (read === undefined || names.has(tool.name)) return tool
    names.add(tool.name)
    found.set(tool.name, { ...substitute, kind: tool.kind })
    reportSubstituted(tool.name, [...Object.keys(read.tool.settings), ...read.unread], index, context)
    return functionFor(tool.name, tool.kind, substitute)
  })
  return {
    conversation: found.size === 0 || tools === undefined ? conversation : { ...conversation, tools },
    tools: found,
  }
}

function functionFor(name: string, kind: SubstitutedKind, substitute: Substitute): FunctionTool {
  const { description, input } = USUAL[kind]
  const usual: JsonObject = { type: 'object', properties: { [input]: { type: 'string' } }, required: [input] }
  return {
    ...{ type: 'function', name, description: substitute.description ?? description },
    parameters: substitute.parameters ?? usual,
  }
}

function reportSubstituted(name: string, unread: readonly string[], index: number, context: Context): void {
  const without = unread.length === 0 ? '' : `, without ${unread.join(', ')}`
  context.report({
    code: 'hosted-tool-substituted',
    severity: 'info',
    path: `/tools/${index}`,
    message: `${name} is run by the proxy; the model gets a function for it${without}`,
    ...(unread.length > 0 && { detail: Object.fromEntries(unread.map((member) => [member, 1])) }),
  })
}

/** The call and its result, marked as provider-executed so that no client runs the call again. */
export interface SubstituteRun {
  readonly call: ToolCall
  readonly result: ToolResult
  /** The reason of a failure. Default: the call succeeded. */
  readonly failure?: string
}

/** Runs one call within its limits. Rejects only if the client disconnected. */
export async function runSubstitute(
  call: ToolCall,
  { kind, ...substitute }: SubstitutedTool,
  {
    signal,
    timer,
    isOver,
  }: { readonly signal: AbortSignal; readonly timer: Timer; readonly isOver: boolean },
): Promise<SubstituteRun> {
  const { run, timeout = LIMITS.timeout, maxOutputLength = LIMITS.maxOutputLength } = substitute
  // Call ids may repeat in each answer.
  const id = foreignRunId('run_', crypto.randomUUID().replaceAll('-', ''))
  const input = typeof call.arguments === 'object' ? call.arguments : undefined
  const told: ToolCall = {
    ...{ type: 'tool-call', id, name: call.name, kind, status: 'complete', arguments: input ?? {} },
    providerExecuted: true,
  }
  const result = (output: ToolOutput, isError: boolean): ToolResult => ({
    ...{ type: 'tool-result', callId: id, name: call.name, output, isError, providerExecuted: true },
  })
  const failed = (failure: string) => ({
    call: told,
    result: result({ type: 'error-text', value: failure }, true),
    failure,
  })
  if (isOver) return failed('no more calls are run for this request; answer with what is known')
  if (input === undefined) return failed('the arguments are not a JSON object')
  const late = new AbortController()
  const both = AbortSignal.any([signal, late.signal])
  const stop = timer(timeout, () => late.abort(new Error(`it took longer than ${timeout} ms`)))
  try {
    const output = await unlessAborted(
      Promise.resolve().then(() => run(input, both)),
      both,
    )
    return { call: told, result: result(outputOf(asJson(output ?? ''), maxOutputLength), false) }
  } catch (error) {
    signal.throwIfAborted()
    return failed(reasonOf(error))
  } finally {
    stop()
  }
}

function outputOf(output: JsonValue, length: number): ToolOutput {
  const text = typeof output === 'string' ? output : stringifyJson(output)
  if (text.length > length) return { type: 'text', value: `${text.slice(0, length)}…` }
  return typeof output === 'string' ? { type: 'text', value: text } : { type: 'json', value: output }
}

/** Returns the maximum number of calls of these tools for one request. */
export function mostRuns(tools: SubstitutedTools): number {
  return Math.max(0, ...[...tools.values()].map(({ maxRuns = LIMITS.maxRuns }) => maxRuns))
}
