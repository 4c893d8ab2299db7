import type { ToolsCodec } from '../shape/codecs.js'
import { to, usually } from '../shape/rows.js'
import { functionsOf, toolsOf } from '../shape/tool-codec.js'
import { entryChoice } from './log-entries.js'
import { toolSlot } from './tool-slot.js'

/** How a format calls the fields of a definition; its description is called so everywhere. */
export interface ToolFields {
  /** The name of the tool. */
  readonly name: string
  /** JSON Schema. */
  readonly parameters: string
  /** Its fields for hosts, and what those are called in a tool that can be run. Default: it has none. */
  readonly host?: Readonly<Record<string, string>>
}

/** Definitions of functions, in a format that has only these. */
export function entryTools({ name, parameters, host = {} }: ToolFields): ToolsCodec {
  return toolsOf({
    functions: functionsOf({
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
