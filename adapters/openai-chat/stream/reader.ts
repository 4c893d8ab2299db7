import type { JsonObject } from '../../../src/base/json/json-types.js'
import type { MessageSite } from '../dialect.js'
import type { NativeFields } from './merge.js'
import type { StreamedReasoning } from './reasoning.js'
import type { Sink } from './sink.js'

/** State that a delta reader may add to. */
export interface StreamParts {
  readonly sink: Sink
  readonly reasoning: StreamedReasoning
  /** The fields of the message that are not separate parts. */
  readonly message: NativeFields
  site(): MessageSite
}

/** Reads delta fields that only some related formats have. */
export interface DeltaReader {
  readonly fields: readonly string[]
  read(delta: JsonObject): void
  /** Called after the last delta. */
  end?(): void
}
