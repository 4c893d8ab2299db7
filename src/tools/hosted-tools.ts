import type { JsonObject } from '../base/json/json-types.js'
import { compact } from '../base/json/write-json.js'
import { expectGiven } from '../base/model/entrance.js'
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

/** What each of these tools takes beside its settings. */
export interface HostedOptions {
  /**
   * Per wire id: members of the object in which that wire has the tool's settings. They win over the settings here.
   * @example webSearch({ extras: { 'anthropic-messages': { response_inclusion: 'excluded' } } })
   */
  readonly extras?: HostedExtras | undefined
}

/**
 * Search on the web, run by the provider.
 * @example
 * const tools = [weather, webSearch({ maxUses: 3, userLocation: { country: 'NO' } })]
 */
export function webSearch(options: WebSearchSettings & HostedOptions = {}): HostedToolOf<'web_search'> {
  return hosted('web_search', options)
}

/** Code that the provider runs, in a container of its own. */
export function codeExecution(
  options: CodeExecutionSettings & HostedOptions = {},
): HostedToolOf<'code_execution'> {
  return hosted('code_execution', options)
}

/**
 * Search in files that were uploaded to the provider's stores.
 * @example fileSearch({ stores: ['vs_68a1'], maxResults: 5 })
 */
export function fileSearch(options: FileSearchSettings & HostedOptions): HostedToolOf<'file_search'> {
  return hosted('file_search', options)
}

/** Images that the provider makes. */
export function imageGeneration(
  options: ImageGenerationSettings & HostedOptions = {},
): HostedToolOf<'image_generation'> {
  return hosted('image_generation', options)
}

/** What `mcpServer` takes. */
export interface McpServerOptions extends McpServerSettings, HostedOptions {
  /** What calls of its tools name it by. */
  readonly name: string
}

/**
 * An MCP server on the net, which the provider connects to: its tools run there.
 * @example mcpServer({ name: 'tickets', url: 'https://mcp.example.com', authorization: token, allowedTools: ['search'] })
 */
export function mcpServer(given: McpServerOptions): HostedToolOf<'mcp'> {
  expectGiven(given, ['mcpServer needs options', 'mcpServer({ name, url })'])
  const { name, ...options } = given
  return hosted('mcp', options, name)
}

/** A computer for the model to work with, and what works it: the client runs these calls. */
export interface ComputerTool extends HostedToolOf<'computer'>, Executable<JsonObject> {}

/** What `computerUse` takes. */
export interface ComputerOptions extends ComputerSettings, HostedOptions, Executable<JsonObject> {
  /**
   * Does what a call asks for, and gives the screen after it: `contentResult` with an image. Which actions there are, and
   * whether the call's name or its arguments say which, is the provider's choice.
   * @see Executable.execute
   */
  execute?(input: JsonObject, run: ToolRun): unknown
}

/**
 * A screen, a mouse and a keyboard.
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
