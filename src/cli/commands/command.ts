import type { JsonValue } from '../../base/json/json-types.js'
import type { ContextOptions, Notice } from '../../base/model/context.js'
import type { PrintedError } from '../../traffic/input/printed-error.js'
import type { Registry } from '../../translate/exchange/registry.js'

/** What a command prints for one record, besides its id. */
export interface Printed {
  readonly wire: string
  readonly error?: PrintedError
  readonly notices?: readonly Notice[]
  readonly [member: string]: unknown
}

export interface CommandContext extends ContextOptions {
  readonly registry: Registry
  /** The wire that the user named for the input. */
  readonly wire?: string | undefined
}

/**
 * Converts one record of the input.
 * @throws AdapterError when nothing of the record can be had; what failed on one side only is in `error`.
 */
export type RecordCommand = (record: JsonValue, context: CommandContext) => Printed
