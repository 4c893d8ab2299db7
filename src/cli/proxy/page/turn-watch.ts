import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProxiedRequest } from '../../../proxy/proxy-types.js'
import { Threads } from '../../../traffic/html/conversations.js'
import type { Fetch } from '../../../traffic/replay/recorder.js'
import type { Registry } from '../../../translate/exchange/registry.js'
import { webRequest } from '../web-edges.js'
import { Changes } from './changes.js'
import { WatchedSide } from './watched-side.js'
import { WatchedTurn } from './watched-turn.js'

/** The number and size of kept turns. The oldest turns are dropped first. */
export interface KeptTurns {
  readonly turns: number
  readonly bytes: number
}

const KEPT: KeptTurns = { turns: 500, bytes: 64 << 20 }

/** The latest turns of a proxy, each with the client's exchange and the exchanges with targets. */
export class TurnWatch {
  readonly changes = new Changes()
  readonly #turns = new Map<number, WatchedTurn>()
  /** The turn of the current asynchronous context. */
  readonly #current = new AsyncLocalStorage<WatchedTurn>()
  readonly #registry: Registry
  readonly #kept: KeptTurns
  readonly #threads: Threads
  #count = 0

  constructor(registry: Registry, kept = KEPT) {
    this.#registry = registry
    this.#kept = kept
    this.#threads = new Threads(2 * kept.turns)
  }

  /** Turns in the order of their start. */
  get turns(): readonly WatchedTurn[] {
    return [...this.#turns.values()]
  }

  turn(number: number): WatchedTurn | undefined {
    return this.#turns.get(number)
  }

  /** Wraps the handler of the proxy and watches its requests. */
  client(fetch: Fetch): Fetch {
    return async (input, init) => {
      const request = webRequest(input, init)
      if (request.method !== 'POST') return fetch(request)
      const number = ++this.#count
      const side = new WatchedSide(request, () => this.#changed(number))
      const turn = new WatchedTurn(number, side)
      this.#turns.set(number, turn)
      return this.#current.run(turn, () => side.pass(request, fetch))
    }
  }

  /** Wraps the fetch for targets. Its requests belong to the turn of the current context. */
  target(fetch: Fetch): Fetch {
    return async (input, init) => {
      const turn = this.#current.getStore()
      if (turn === undefined) return fetch(input, init)
      const head = new Request(input, { ...init, body: null, signal: null })
      const side = new WatchedSide(head, () => this.#changed(turn.number))
      side.noteBody(init?.body)
      turn.targets.push(side)
      this.#readRequest(turn)
      this.#changed(turn.number)
      return side.answered(await fetch(input, init))
    }
  }

  /**
   * A listener for outcomes. Only turns of conversations are kept; token-count requests and refused requests
   * are dropped.
   */
  readonly told = (told: ProxiedRequest): void => {
    const turn = this.#current.getStore()
    if (turn === undefined || !this.#turns.has(turn.number)) return
    turn.told = told
    if (told.kind === 'generate' || told.kind === 'compact') this.#readRequest(turn)
    else this.#turns.delete(turn.number)
    this.#forget()
    this.#changed(turn.number)
  }

  #changed(number: number): void {
    unbroken(() => this.#turns.get(number)?.readAnswer(this.#registry))
    this.changes.tell(number)
  }

  #readRequest(turn: WatchedTurn): void {
    unbroken(() => turn.readRequest(this.#registry, this.#threads))
  }

  #forget(): void {
    let held = this.turns.reduce((sum, { heldBytes }) => sum + heldBytes, 0)
    for (const [number, { heldBytes }] of this.#turns) {
      if (this.#turns.size <= this.#kept.turns && held <= this.#kept.bytes) return
      held -= heldBytes
      this.#turns.delete(number)
      this.changes.tell(number)
    }
  }
}

/** Runs `read` without its errors. A display error must not break the watched exchange. */
function unbroken(read: () => void): void {
  try {
    read()
  } catch {
    // The turn is listed without this data.
  }
}
