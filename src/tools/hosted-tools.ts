import type { JsonObject } from '../base/json/json-types.js'
import { compact } from '../base/json/write-json.js'
import { expectGiven } from '../base/model/expect.js'
import type {
  CodeExecutionSettings,
  ComputerSettings,
  FileSearchSettings,
  HostedExtras,
  HostedKind,
  HostedSettings,
  HostedToolOf,
  ImageGenerationSettings,
  McpServerSettings,
  WebSearchSettings,
} from '../base/model/hosted-settings.js'
import type { ToolRun } from './context/context-types.js'
import type { Executable } from './define-tool.js'

/** Options of every hosted tool, in addition to its settings. */
export interface HostedOptions {
  /**
   * Per wire id: additional members of the object that contains the tool's settings on that wire. These
   * members override the settings of the tool.
   * @example webSearch({ extras: { 'anthropic-messages': { response_inclusion: 'excluded' } } })
   */
  readonly extras?: HostedExtras | undefined
}

/**
 * Defines a web search that the provider runs.
 * @example
 * const tools = [weather, webSearch({ maxUses: 3, userLocation: { country: 'NO' } })]
 */
export function webSearch(options: WebSearchSettings & HostedOptions = {}): HostedToolOf<'web_search'> {
  return hosted('web_search', options)
}

/** Defines code execution by the provider, in its own container. */
export function codeExecution(
  options: CodeExecutionSettings & HostedOptions = {},
): HostedToolOf<'code_execution'> {
  return hosted('code_execution', options)
}

/**
 * Defines a search in files that were uploaded to the provider's stores.
 * @example fileSearch({ stores: ['vs_68a1'], maxResults: 5 })
 */
export function fileSearch(options: FileSearchSettings & HostedOptions): HostedToolOf<'file_search'> {
  return hosted('file_search', options)
}

/** Defines image generation by the provider. */
export function imageGeneration(
  options: ImageGenerationSettings & HostedOptions = {},
): HostedToolOf<'image_generation'> {
  return hosted('image_generation', options)
}

/** Options of `mcpServer`. */
export interface McpServerOptions extends McpServerSettings, HostedOptions {
  /** The label of the server, by which calls refer to its tools. */
  readonly name: string
}

/**
 * Defines a remote MCP server that the provider connects to and whose tools it calls.
 * @example mcpServer({ name: 'tickets', url: 'https://mcp.example.com', authorization: token, allowedTools: ['search'] })
 */
export function mcpServer(given: McpServerOptions): HostedToolOf<'mcp'> {
  expectGiven(given, ['mcpServer needs options', 'mcpServer({ name, url })'])
  const { name, ...options } = given
  return hosted('mcp', options, name)
}

/** A computer for the model, with the code that controls it: the client runs these calls. */
export interface ComputerTool extends HostedToolOf<'computer'>, Executable<JsonObject> {}

/** Options of `computerUse`. */
export interface ComputerOptions extends ComputerSettings, HostedOptions, Executable<JsonObject> {
  /**
   * Performs the action of a call and returns the screen after it: `contentResult` with an image. The
   * provider defines the actions, and puts the action into the call's name or its arguments.
   * @see Executable.execute
   */
  execute?(input: JsonObject, run: ToolRun): unknown
}

/**
 * Defines a computer tool: a screen, a mouse and a keyboard.
 * @example
 * const computer = computerUse({ execute: async (input, { call }) => contentResult(call, [await act(call.name, input)]) })
 */
export function computerUse(options: ComputerOptions = {}): ComputerTool {
  expectGiven(options, ['computerUse needs options', 'computerUse({ execute })'])
  const { width, height, environment, extras, ...code } = options
  return { ...code, ...hosted('computer', compact({ width, height, environment, extras })) }
}

function hosted<Kind extends HostedKind>(
  kind: Kind,
  given: HostedSettings[Kind] & HostedOptions,
  name: string = kind,
) {
  expectGiven(given, [`the settings of ${kind}`, 'an object'])
  const { extras, ...settings } = given
  return compact({ type: 'hosted' as const, kind, name, settings: compact(settings), extras })
}
