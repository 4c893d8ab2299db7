import type { JsonValue } from '../../base/json/json-types.js'
import type { ContextOptions, Notice } from '../../base/model/context.js'
import type { PrintedError } from '../../traffic/input/printed-error.js'
import type { Registry } from '../../translate/exchange/registry.js'

/** The output of a command for one record, without its id. */
export interface Printed {
  readonly wire: string
  readonly error?: PrintedError
  readonly notices?: readonly Notice[]
  readonly [member: string]: unknown
}

export interface CommandContext extends ContextOptions {
  readonly registry: Registry
  /** The wire of the input, if the user named it. */
  readonly wire?: string | undefined
}

/**
 * Converts one record of the input.
 * @throws AdapterError if both sides of the record failed. A failure of one side is in `error`.
 */
export type RecordCommand = (record: JsonValue, context: CommandContext) => Printed
