/**
 * The items of batches, one by one: what an async generator does with `yield*`, by hand. A generator passes every item
 * through several promises, which takes as long as decoding it.
 */
export function flatten<Item>(
  batches: AsyncGenerator<readonly Item[], void, undefined>,
): AsyncIterableIterator<Item, undefined> {
  return new Flattened(batches)
}

type Step<Item> = IteratorResult<Item, undefined>

class Flattened<Item> implements AsyncIterableIterator<Item, undefined> {
  private items: Iterator<Item, undefined> = [].values()
  /** The latest call of `next` that had to wait; those after it wait for it, so that items keep their order. */
  private waiting: Promise<Step<Item>> | undefined

  constructor(private readonly batches: AsyncGenerator<readonly Item[], void, undefined>) {}

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step<Item>> {
    if (this.waiting !== undefined) return this.wait(this.waiting.then(() => this.advance()))
    const step = this.items.next()
    return step.done ? this.wait(this.advance()) : Promise.resolve(step)
  }

  async return(): Promise<Step<Item>> {
    this.items = [].values()
    await this.batches.return()
    return { done: true, value: undefined }
  }

  private wait(step: Promise<Step<Item>>): Promise<Step<Item>> {
    const settled = () => {
      if (this.waiting === step) this.waiting = undefined
    }
    this.waiting = step
    step.then(settled, settled)
    return step
  }

  private async advance(): Promise<Step<Item>> {
    for (;;) {
      const step = this.items.next()
      if (!step.done) return step
      const batch = await this.batches.next()
      if (batch.done) return { done: true, value: undefined }
      this.items = batch.value.values()
    }
  }
}
