import type { JsonObject } from '../json/json-types.js'
import type { HOSTED_KINDS } from './constants.js'

/** The approximate location of the user, for local search results. */
export interface UserLocation {
  /** The name of the city. */
  readonly city?: string
  /** A county, a state, a province. */
  readonly region?: string
  /** Two letters, ISO 3166-1: `NO`. */
  readonly country?: string
  /** IANA name: `Europe/Oslo`. */
  readonly timezone?: string
}

/** Settings of a web search. Default of each setting: the provider's. */
export interface WebSearchSettings {
  /** Maximum number of searches per request. Default: the provider's. */
  readonly maxUses?: number
  /**
   * Restricts results to these domains, without scheme: `example.com`. Providers reject `allowedDomains` in
   * combination with `blockedDomains`.
   */
  readonly allowedDomains?: readonly string[]
  /** Excludes results of these domains. */
  readonly blockedDomains?: readonly string[]
  /** Default: unknown. */
  readonly userLocation?: UserLocation
  /** The amount of search results that the model receives. */
  readonly contextSize?: 'low' | 'medium' | 'high'
}

/** Settings of code execution. */
export interface CodeExecutionSettings {
  /** Files that the code can read: ids of the provider's file store. */
  readonly fileIds?: readonly string[]
  /** A container of an earlier answer to continue in. Default: a new one. */
  readonly containerId?: string
}

/** Settings of a file search. */
export interface FileSearchSettings {
  /** Ids or names of the provider's stores to search. */
  readonly stores: readonly string[]
  /** Maximum number of file chunks. Default: the provider's. */
  readonly maxResults?: number
  /** A filter on the metadata of the files, in the provider's language: an object or a text. */
  readonly filter?: JsonObject | string
}

/** Settings of the computer's screen. */
export interface ComputerSettings {
  /** Width of the screen, in pixels. */
  readonly width?: number
  /** Height of the screen, in pixels. */
  readonly height?: number
  /** The environment that runs on the computer. Default: the provider's. */
  readonly environment?: 'browser' | 'desktop' | 'mobile'
}

/** Settings of generated images. Default of each setting: the provider's. */
export interface ImageGenerationSettings {
  /** Width and height in pixels: `1024x1536`. */
  readonly size?: string
  /** The quality of the image. Higher quality is slower and more expensive. */
  readonly quality?: 'low' | 'medium' | 'high'
  /** The format of the file. */
  readonly format?: 'png' | 'jpeg' | 'webp'
  /** The background of the image. */
  readonly background?: 'transparent' | 'opaque'
}

/** The address of an MCP server, and the tools that may be used. */
export interface McpServerSettings {
  /** The complete URL. */
  readonly url: string
  /** An access token, without the word `Bearer`. */
  readonly authorization?: string
  /** Headers sent to the server with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The tools that may be used. Default: all tools of the server. */
  readonly allowedTools?: readonly string[]
  /**
   * The approval mode. `always`: the provider asks for approval of each call. `never`: calls run without
   * approval. Default: the provider's.
   */
  readonly approval?: 'always' | 'never'
}

/** The kind of a hosted tool. */
export type HostedKind = (typeof HOSTED_KINDS)[number]

/** Settings of each kind of hosted tool that more than one wire has. */
export interface HostedSettings {
  /** Settings of `webSearch`. */
  readonly web_search: WebSearchSettings
  /** Settings of `codeExecution`. */
  readonly code_execution: CodeExecutionSettings
  /** Settings of `fileSearch`. */
  readonly file_search: FileSearchSettings
  /** Settings of `computerUse`. */
  readonly computer: ComputerSettings
  /** Settings of `imageGeneration`. */
  readonly image_generation: ImageGenerationSettings
  /** Settings of `mcpServer`. */
  readonly mcp: McpServerSettings
}

/** A hosted tool of one kind. */
export interface HostedToolOf<Kind extends HostedKind> {
  readonly type: 'hosted'
  /** The kind of tool. */
  readonly kind: Kind
  /** The label of an MCP server; the kind for other tools. */
  readonly name: string
  /** Settings that several wires have. */
  readonly settings: HostedSettings[Kind]
  /** Per wire id: additional members of the wire's settings object. These members override `settings`. */
  readonly extras?: HostedExtras
}

/** Per wire id: members that only this wire has, verbatim. */
export type HostedExtras = Readonly<Record<string, JsonObject>>

/**
 * A tool that providers offer, under a neutral name: each wire that has the tool encodes it in its native
 * form. Decoding returns a `ProviderTool` with the native form instead.
 */
export type HostedTool = { readonly [Kind in HostedKind]: HostedToolOf<Kind> }[HostedKind]
