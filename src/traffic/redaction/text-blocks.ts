import type { Container, TextSpan } from '../../base/json/spans.js'

/** Matches members that identify the block of an answer that an event continues. */
const BLOCK_MEMBER = /(?:^|_)index$|^item_?id$|[a-z]Index$/i
const MOST_LEVELS = 32
/** Number of characters from which a repeated text is a new version of the text rather than a part of it. */
const SHORTEST_VERSION = 24

/**
 * Groups the strings of a stream's events with their continuations: the same member of the same block. Strings
 * of separate documents are not continuations, so that only the events of one stream are added. A string that begins
 * with the string before it is a new version of the same text, as in streams of states: it continues nothing.
 */
export class TextBlocks {
  private readonly marks = new Map<Container, string>()
  private readonly told = new Map<string, TextSpan[]>()
  private readonly versions: (readonly TextSpan[])[] = []
  private pending: TextSpan[] = []

  constructor(private readonly text: string) {}

  add(span: TextSpan): void {
    const { text } = this
    const { key, parent, start, end } = span
    // The end of the outermost container of an event.
    if (parent === undefined && !span.isString) this.settle()
    if (parent !== undefined && key !== undefined && BLOCK_MEMBER.test(key) && end - start < 200)
      this.marks.set(parent, `${this.marks.get(parent) ?? ''};${key}=${text.slice(start, end)}`)
    if (span.isString) this.pending.push(span)
  }

  all(): Iterable<readonly TextSpan[]> {
    this.settle()
    return [...this.versions, ...this.told.values()]
  }

  /** Assigns strings to blocks at the end of the event, because its block members may follow its texts. */
  private settle(): void {
    for (const span of this.pending) {
      const block = this.blockOf(span)
      const spans = this.told.get(block)
      if (spans !== undefined && !this.isVersion(span, spans.at(-1))) spans.push(span)
      else {
        if (spans !== undefined) this.versions.push(spans)
        this.told.set(block, [span])
      }
    }
    this.pending = []
    this.marks.clear()
  }

  private isVersion({ start, end }: TextSpan, before: TextSpan | undefined): boolean {
    const said = before === undefined ? '' : this.text.slice(before.start, before.end - 1)
    return said.length >= SHORTEST_VERSION && end - start > said.length && this.text.startsWith(said, start)
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
