/** Yields the first step of an iterator, which was read already, and then the others. */
export async function* following<Value>(
  first: IteratorResult<Value>,
  iterator: AsyncIterator<Value>,
): AsyncGenerator<Value, void, undefined> {
  for (let step = first; !step.done; step = await iterator.next()) yield step.value
}
