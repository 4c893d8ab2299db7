import { AgUiWriter } from './ag-ui-writer.js'
import type { WriteOptions } from './serve-types.js'
import { UiWriter } from './ui-writer.js'
import { WireWriter } from './wire-writer.js'
import type { Writer } from './writer.js'

/** Returns the writer for a kind of client. */
export function writerFor(options: WriteOptions): Writer {
  const { as } = options
  if (as === 'ui') return new UiWriter(options)
  if (as === 'ag-ui') return new AgUiWriter(options)
  return new WireWriter(as, options)
}
