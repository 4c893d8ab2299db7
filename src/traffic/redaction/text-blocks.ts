import type { Container, TextSpan } from '../../base/json/spans.js'

/** Matches members that identify the block of an answer that an event continues. */
const BLOCK_MEMBER = /(?:^|_)index$|^item_?id$|[a-z]Index$/i
const MOST_LEVELS = 32

/**
 * Groups the strings of a stream's events with their continuations: the same member of the same block. Strings
 * of separate documents are not continuations, so that only the events of one stream are added.
 */
export class TextBlocks {
  private readonly marks = new Map<Container, string>()
  private readonly told = new Map<string, TextSpan[]>()
  private pending: TextSpan[] = []

  add(span: TextSpan, text: string): void {
    const { key, parent, start, end } = span
    // The end of the outermost container of an event.
    if (parent === undefined && !span.isString) this.settle()
    if (parent !== undefined && key !== undefined && BLOCK_MEMBER.test(key) && end - start < 200)
      this.marks.set(parent, `${this.marks.get(parent) ?? ''};${key}=${text.slice(start, end)}`)
    if (span.isString) this.pending.push(span)
  }

  all(): Iterable<readonly TextSpan[]> {
    this.settle()
    return this.told.values()
  }

  /** Assigns strings to blocks at the end of the event, because its block members may follow its texts. */
  private settle(): void {
    for (const span of this.pending) {
      const block = this.blockOf(span)
      const spans = this.told.get(block)
      if (spans === undefined) this.told.set(block, [span])
      else spans.push(span)
    }
    this.pending = []
    this.marks.clear()
  }

  private blockOf({ token, parent }: TextSpan): string {
    const tokens: (string | undefined)[] = [token]
    let container = parent
    for (let level = 0; container?.parent !== undefined && level < MOST_LEVELS; level += 1) {
      const mark = this.marks.get(container)
      // The index in an event's list may differ from event to event, and the index in a list of events always
      // differs.
      const isNumbered =
        container.parent.isArray && (mark !== undefined || container.parent.parent === undefined)
      tokens.push(isNumbered ? '' : container.token, mark)
      container = container.parent
    }
    if (container !== undefined) tokens.push(this.marks.get(container))
    return tokens.join('/')
  }
}
