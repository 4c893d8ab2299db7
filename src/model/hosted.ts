import type { JsonObject } from '../json/types.js'
import type { ProviderTool, ToolDefinition } from './types.js'
import type { HOSTED_KINDS } from './words.js'

/** Where the user is, roughly: for results that are near. */
export interface UserLocation {
  readonly city?: string
  readonly region?: string
  /** Two letters, ISO 3166-1: `NO`. */
  readonly country?: string
  /** IANA name: `Europe/Oslo`. */
  readonly timezone?: string
}

export interface WebSearchSettings {
  /** Searches per request, at most. Default: the provider's. */
  readonly maxUses?: number
  /** Only results of these domains, without scheme: `example.com`. Providers refuse it beside `blockedDomains`. */
  readonly allowedDomains?: readonly string[]
  /** No results of these domains. */
  readonly blockedDomains?: readonly string[]
  readonly userLocation?: UserLocation
  /** How much of what was found the model gets to read. */
  readonly contextSize?: 'low' | 'medium' | 'high'
}

export interface CodeExecutionSettings {
  /** Files that the code can read: ids of the provider's file store. */
  readonly fileIds?: readonly string[]
  /** A container of an earlier answer, to go on in. Default: a new one. */
  readonly containerId?: string
}

export interface FileSearchSettings {
  /** Ids or names of the provider's stores to search in. */
  readonly stores: readonly string[]
  readonly maxResults?: number
  /** Over the metadata of the files, in the provider's own language: an object or a text. */
  readonly filter?: JsonObject | string
}

export interface ComputerSettings {
  /** Of the screen, in pixels. */
  readonly width?: number
  readonly height?: number
  readonly environment?: 'browser' | 'desktop' | 'mobile'
}

export interface ImageGenerationSettings {
  /** Width and height in pixels: `1024x1536`. */
  readonly size?: string
  readonly quality?: 'low' | 'medium' | 'high'
  readonly format?: 'png' | 'jpeg' | 'webp'
  readonly background?: 'transparent' | 'opaque'
}

export interface McpServerSettings {
  readonly url: string
  /** An access token, without the word `Bearer`. */
  readonly authorization?: string
  /** Sent to the server with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: all tools of the server. */
  readonly allowedTools?: readonly string[]
  /** Whether the provider asks before each call. Default: the provider's. */
  readonly approval?: 'always' | 'never'
}

export type HostedKind = (typeof HOSTED_KINDS)[number]

/** What can be said of a hosted tool of each kind on more than one wire. */
export interface HostedSettings {
  readonly web_search: WebSearchSettings
  readonly code_execution: CodeExecutionSettings
  readonly file_search: FileSearchSettings
  readonly computer: ComputerSettings
  readonly image_generation: ImageGenerationSettings
  readonly mcp: McpServerSettings
}

/** A hosted tool of one kind. */
export interface HostedToolOf<Kind extends HostedKind> {
  readonly type: 'hosted'
  readonly kind: Kind
  /** Of an MCP server: what it is called. Else the kind. */
  readonly name: string
  readonly settings: HostedSettings[Kind]
  /** Per wire id: members of the object in which that wire has the tool's settings. They win. */
  readonly extras?: HostedExtras
}

export type HostedExtras = Readonly<Record<string, JsonObject>>

/**
 * A tool that providers bring along, by a word of no provider: each wire that has it writes it in its own form. Decoding
 * gives a `ProviderTool` with the native form in its place.
 */
export type HostedTool = { readonly [Kind in HostedKind]: HostedToolOf<Kind> }[HostedKind]

/** Whether a tool is a vendor's, as opposed to the caller's own. */
export function isVendorTool(tool: ToolDefinition): tool is ProviderTool | HostedTool {
  return tool.type === 'provider' || tool.type === 'hosted'
}
