/**
 * Milliseconds for which changes are collected, so that a stream of many small pieces is not shown piece by
 * piece.
 */
const GATHERING = 200

/**
 * Distributes the numbers of changed turns to all viewers. Pending changes of a slow viewer are only a set of
 * numbers.
 */
export class Changes {
  readonly #viewers = new Set<Viewer>()

  tell(number: number): void {
    for (const viewer of this.#viewers) viewer.tell(number)
  }

  /**
   * Streams the numbers of turns that change from now on, in batches. The first batch is sent immediately and
   * is empty.
   */
  follow(): ReadableStream<readonly number[]> {
    const viewer = new Viewer(() => this.#viewers.delete(viewer))
    this.#viewers.add(viewer)
    return new ReadableStream(viewer, { highWaterMark: 0 })
  }
}

class Viewer implements UnderlyingDefaultSource<readonly number[]> {
  readonly #changed = new Set<number>()
  readonly #leave: () => void
  #wake: (() => void) | undefined
  #isOver = false

  constructor(leave: () => void) {
    this.#leave = leave
  }

  start(controller: ReadableStreamDefaultController<readonly number[]>): void {
    controller.enqueue([])
  }

  tell(number: number): void {
    this.#changed.add(number)
    this.#wake?.()
  }

  async pull(controller: ReadableStreamDefaultController<readonly number[]>): Promise<void> {
    if (this.#changed.size === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    await new Promise((resolve) => setTimeout(resolve, GATHERING))
    if (this.#isOver) return
    controller.enqueue([...this.#changed])
    this.#changed.clear()
  }

  cancel(): void {
    this.#isOver = true
    this.#wake?.()
    this.#leave()
  }
}
