import { ndjson, sse } from '../stream/framing.js'
import type { Adapter } from '../wire/define.js'
import { type Exchange, firstEvents, type Recognition, recognise } from './recognise.js'
import { unknownWire } from './unknown-wire.js'

/** The wire that an exchange is of, and how sure that is. */
export interface Recognised {
  readonly adapter: Adapter
  readonly recognition: Recognition
}

/** A set of adapters to choose from. Passed in wherever it is needed; there is no global one. */
export interface Registry {
  readonly adapters: readonly Adapter[]
  /**
   * The adapter of a wire, by its id.
   * @throws AdapterError('unknown-wire') that lists the known ids.
   */
  get(wire: string): Adapter
  /** The adapter that is surest of the exchange, or undefined when none is. */
  recognise(exchange: Exchange): Recognised | undefined
}

/**
 * A set of adapters, by which a wire is found or recognised.
 * @example const registry = createRegistry([openaiChat, anthropic])
 */
export function createRegistry(adapters: readonly Adapter[]): Registry {
  const byId = new Map(adapters.map((adapter) => [adapter.id, adapter]))
  // Text first: binary framings find nothing in it.
  const framings = new Set([sse, ndjson, ...adapters.map(({ codecs }) => codecs.stream.framing)])
  return {
    adapters,
    get(wire) {
      const adapter = byId.get(wire)
      if (adapter !== undefined) return adapter
      throw unknownWire(
        wire,
        adapters.map(({ id }) => [id]),
      )
    },
    recognise({ stream, ...bodies }) {
      const exchange = stream === undefined ? bodies : { ...bodies, stream: firstEvents(stream, framings) }
      const candidates = adapters
        .map((adapter) => ({ adapter, recognition: recognise(adapter.codecs.evidence, exchange) }))
        .filter(({ recognition }) => recognition.score > 0)
      return candidates.sort((a, b) => b.recognition.score - a.recognition.score)[0]
    },
  }
}
