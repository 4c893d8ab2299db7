/** Milliseconds in which changes are gathered, so that a stream of many small pieces is not shown piece by piece. */
const GATHERING = 200

/** Which turns changed, for all who look. What they did not take yet is a set of numbers, however long they wait. */
export class Changes {
  readonly #viewers = new Set<Viewer>()

  tell(number: number): void {
    for (const viewer of this.#viewers) viewer.tell(number)
  }

  /** The numbers of turns that change from now on, in pieces; the first piece comes at once, and is empty. */
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
