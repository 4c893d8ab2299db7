import type { JsonObject } from '../../../src/base/json/json-types.js'
import type { MessageSite } from '../dialect.js'
import type { NativeFields } from './merge.js'
import type { StreamedReasoning } from './reasoning.js'
import type { Sink } from './sink.js'

/** What a reader of deltas may add to. */
export interface StreamParts {
  readonly sink: Sink
  readonly reasoning: StreamedReasoning
  /** The fields of the message that are no parts of their own. */
  readonly message: NativeFields
  site(): MessageSite
}

/** Reads fields of the deltas that not every relative of the format has. */
export interface DeltaReader {
  readonly fields: readonly string[]
  read(delta: JsonObject): void
  /** To be called when no more deltas will come. */
  end?(): void
}
