import type { ConversationStore } from '../../src/chat/conversation/index.js'

/** The point of a process at which it dies: before or after the store has done its n-th operation. */
export interface Death {
  readonly operation: number
  readonly isApplied: boolean
}

/** A process that dies: from then on its operations never end. */
export class Mortal implements ConversationStore {
  operations = 0
  isDead = false
  #tell: () => void = () => undefined
  /** Resolves when the process dies. */
  readonly died = new Promise<void>((resolve) => {
    this.#tell = resolve
  })

  constructor(
    private readonly store: ConversationStore,
    private readonly death: Death | undefined,
  ) {}

  read(id: string, after: number): Promise<readonly string[]> {
    return this.#live(() => this.store.read(id, after))
  }
  append(...given: Parameters<ConversationStore['append']>): Promise<boolean> {
    return this.#live(() => this.store.append(...given))
  }
  list(...given: Parameters<ConversationStore['list']>): Promise<readonly string[]> {
    return this.#live(() => this.store.list(...given))
  }
  delete(id: string): Promise<void> {
    return this.#live(() => this.store.delete(id))
  }

  async #live<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.isDead) return new Promise<Value>(() => undefined)
    this.operations += 1
    const { death } = this
    if (death === undefined || this.operations < death.operation) return work()
    if (death.isApplied) await work()
    this.isDead = true
    this.#tell()
    return new Promise<Value>(() => undefined)
  }
}
