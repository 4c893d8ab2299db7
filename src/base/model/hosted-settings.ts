import type { JsonObject } from '../json/json-types.js'
import type { HOSTED_KINDS } from './constants.js'

/** Where the user is, roughly: for results that are near. */
export interface UserLocation {
  /** Its name, as people write it. */
  readonly city?: string
  /** A county, a state, a province. */
  readonly region?: string
  /** Two letters, ISO 3166-1: `NO`. */
  readonly country?: string
  /** IANA name: `Europe/Oslo`. */
  readonly timezone?: string
}

/** What a search on the web can be told. All is left to the provider by default. */
export interface WebSearchSettings {
  /** Searches per request, at most. Default: the provider's. */
  readonly maxUses?: number
  /** Only results of these domains, without scheme: `example.com`. Providers refuse it beside `blockedDomains`. */
  readonly allowedDomains?: readonly string[]
  /** No results of these domains. */
  readonly blockedDomains?: readonly string[]
  /** Default: unknown. */
  readonly userLocation?: UserLocation
  /** How much of what was found the model gets to read. */
  readonly contextSize?: 'low' | 'medium' | 'high'
}

/** What the code can work with. */
export interface CodeExecutionSettings {
  /** Files that the code can read: ids of the provider's file store. */
  readonly fileIds?: readonly string[]
  /** A container of an earlier answer, to go on in. Default: a new one. */
  readonly containerId?: string
}

/** Where and how files are searched. */
export interface FileSearchSettings {
  /** Ids or names of the provider's stores to search in. */
  readonly stores: readonly string[]
  /** Pieces of files, at most. Default: the provider's. */
  readonly maxResults?: number
  /** Over the metadata of the files, in the provider's own language: an object or a text. */
  readonly filter?: JsonObject | string
}

/** What the screen is like. */
export interface ComputerSettings {
  /** Of the screen, in pixels. */
  readonly width?: number
  /** Of the screen, in pixels. */
  readonly height?: number
  /** What runs on it. Default: the provider's. */
  readonly environment?: 'browser' | 'desktop' | 'mobile'
}

/** What images are like. All is left to the provider by default. */
export interface ImageGenerationSettings {
  /** Width and height in pixels: `1024x1536`. */
  readonly size?: string
  /** The better, the slower and dearer. */
  readonly quality?: 'low' | 'medium' | 'high'
  /** Of the file. */
  readonly format?: 'png' | 'jpeg' | 'webp'
  /** What is behind what the image shows. */
  readonly background?: 'transparent' | 'opaque'
}

/** Where an MCP server is, and what of it may be used. */
export interface McpServerSettings {
  /** Its whole address. */
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

/** What a hosted tool does. */
export type HostedKind = (typeof HOSTED_KINDS)[number]

/** What can be said of a hosted tool of each kind on more than one wire. */
export interface HostedSettings {
  /** Of `webSearch`. */
  readonly web_search: WebSearchSettings
  /** Of `codeExecution`. */
  readonly code_execution: CodeExecutionSettings
  /** Of `fileSearch`. */
  readonly file_search: FileSearchSettings
  /** Of `computerUse`. */
  readonly computer: ComputerSettings
  /** Of `imageGeneration`. */
  readonly image_generation: ImageGenerationSettings
  /** Of `mcpServer`. */
  readonly mcp: McpServerSettings
}

/** A hosted tool of one kind. */
export interface HostedToolOf<Kind extends HostedKind> {
  readonly type: 'hosted'
  /** What it does. */
  readonly kind: Kind
  /** Of an MCP server: what it is called. Else the kind. */
  readonly name: string
  /** What several wires can be told of it. */
  readonly settings: HostedSettings[Kind]
  /** Per wire id: members of the object in which that wire has the tool's settings. They win. */
  readonly extras?: HostedExtras
}

/** Per wire id: members that only this wire knows, verbatim. */
export type HostedExtras = Readonly<Record<string, JsonObject>>

/**
 * A tool that providers bring along, by a word of no provider: each wire that has it writes it in its own form. Decoding
 * gives a `ProviderTool` with the native form in its place.
 */
export type HostedTool = { readonly [Kind in HostedKind]: HostedToolOf<Kind> }[HostedKind]
