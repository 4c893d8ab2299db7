/** The number of calls that start before other work of the program has a turn. One call takes about 0.1 ms. */
const SLICE = 32

/** Waits until other work had a turn. Browsers have no setImmediate. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve)
  })
}

/**
 * Starts work for each item, in order. After every 32 items other work of the program has a turn, so that
 * thousands of calls do not stop a server.
 */
export async function startEach<Item, Value>(
  items: readonly Item[],
  start: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const started: Promise<Value>[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn()
    started.push(start(item))
  }
  return Promise.all(started)
}
