import type { ToolsCodec } from '../shape/codecs.js'
import { to, usually } from '../shape/rows.js'
import { functionCodec, toolsCodec } from '../shape/tool-codec.js'
import { entryChoice } from './log-entries.js'
import { toolSlot } from './tool-slot.js'

/** Names of the fields of a tool definition; the description has the same name in all formats. */
export interface ToolFields {
  /** The name of the tool. */
  readonly name: string
  /** JSON Schema. */
  readonly parameters: string
  /** Fields for hosts, and their names in a runnable tool. Default: none. */
  readonly host?: Readonly<Record<string, string>>
}

/** Creates the codec of tool definitions for a format in which all tools are functions. */
export function entryTools({ name, parameters, host = {} }: ToolFields): ToolsCodec {
  return toolsCodec({
    functions: functionCodec({
      name,
      rows: {
        description: usually(to('description'), ''),
        [parameters]: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
      },
      slot: toolSlot(),
      host: (fields) =>
        Object.fromEntries(Object.entries(host).map(([native, field]) => [native, fields[field]])),
    }),
    choice: entryChoice,
  })
}
