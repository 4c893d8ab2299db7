import type { ToolKind } from '../../src/base/model/types.js'
import { claudeToolKind, geminiToolKind, openaiToolKind } from './family.js'

// The providers of the crate's tools and the wire of each. Other files of this format do not name wires.
// Sources: README.md.

/** A provider, by the prefix of the ids of its tools. */
export interface ToolPackage {
  readonly wire: string
  /**
   * Fields of a native tool other than its arguments. Default: none; the arguments are the value of the type's
   * key (`{ googleSearch: {…} }`).
   */
  readonly fields?: readonly ('type' | 'name')[]
  /** Returns the kind that the wire has for a native type. */
  kindOf(type: string): ToolKind
}

export const PACKAGES: Readonly<Record<string, ToolPackage>> = {
  anthropic: { wire: 'anthropic-messages', fields: ['type', 'name'], kindOf: claudeToolKind },
  openai: { wire: 'openai-responses', fields: ['type'], kindOf: openaiToolKind },
  google: { wire: 'google-generate-content', kindOf: geminiToolKind },
}
