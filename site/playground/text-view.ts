import type { ListedNotice, Place, ShownText } from './protocol.js'

/** Height of a line in pixels, the same as in the style. */
const LINE_HEIGHT = 20
/** Number of rendered lines above and below the visible ones. */
const SPARE = 20
/** Maximum number of shown characters in a line, because the layout of longer lines is slow. */
const LONGEST_LINE = 2_000

/** A mark at a position of the text. */
export interface TextMark {
  readonly place: Place
  readonly severity: ListedNotice['severity']
  readonly message: string
}

interface LineMark extends Omit<TextMark, 'place'> {
  readonly start: number
  readonly end: number
}

const EMPTY: ShownText = { text: '', lines: Uint32Array.of(0) }

/** A text of any length with line numbers. Only the visible lines are in the document. */
export class TextView {
  readonly element: HTMLElement
  readonly #sizer: HTMLElement
  readonly #rows: HTMLElement
  #shown = EMPTY
  #marks = new Map<number, LineMark>()
  #current: number | undefined

  constructor(element: HTMLElement) {
    this.element = element
    this.#sizer = document.createElement('div')
    this.#rows = document.createElement('div')
    this.#sizer.className = 'sizer'
    this.#rows.className = 'rows'
    this.#sizer.append(this.#rows)
    element.replaceChildren(this.#sizer)
    element.addEventListener('scroll', () => this.#draw(), { passive: true })
    new ResizeObserver(() => this.#draw()).observe(element)
  }

  get text(): string {
    return this.#shown.text
  }

  show(shown: ShownText, marks: readonly TextMark[]): void {
    if (shown.text !== this.#shown.text) this.element.scrollTop = this.element.scrollLeft = 0
    this.#shown = shown
    this.#sizer.style.height = `${shown.lines.length * LINE_HEIGHT}px`
    this.element.style.setProperty('--digits', String(String(shown.lines.length).length))
    this.mark(marks)
  }

  /** Replaces the marks in the text. Of several marks in one line, the first is shown. */
  mark(marks: readonly TextMark[]): void {
    this.#current = undefined
    this.#marks = new Map()
    for (const { place, ...mark } of marks.toReversed())
      this.#marks.set(this.#lineAt(place.start), { ...mark, ...place })
    this.#draw()
  }

  /** Scrolls to a position and highlights it. */
  goTo(place: Place): void {
    this.#current = this.#lineAt(place.start)
    const middle = this.element.clientHeight / 2 - LINE_HEIGHT
    this.element.scrollTo({ top: this.#current * LINE_HEIGHT - middle, left: 0 })
    this.#draw()
  }

  #lineAt(offset: number): number {
    const { lines } = this.#shown
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lines[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element
    const first = Math.max(Math.floor(scrollTop / LINE_HEIGHT) - SPARE, 0)
    const last = Math.min(
      Math.ceil((scrollTop + clientHeight) / LINE_HEIGHT) + SPARE,
      this.#shown.lines.length,
    )
    const rows: HTMLElement[] = []
    for (let line = first; line < last; line += 1) rows.push(this.#row(line))
    this.#rows.style.transform = `translateY(${first * LINE_HEIGHT}px)`
    this.#rows.replaceChildren(...rows)
  }

  #row(line: number): HTMLElement {
    const { text, lines } = this.#shown
    const start = lines[line] ?? 0
    const end = (lines[line + 1] ?? text.length + 1) - 1
    const row = document.createElement('div')
    const mark = this.#marks.get(line)
    row.className = ['row', mark?.severity ?? '', mark && 'marked', line === this.#current && 'current']
      .filter(Boolean)
      .join(' ')
    if (mark !== undefined) row.title = mark.message
    const number = document.createElement('span')
    number.className = 'number'
    number.dataset['line'] = String(line + 1)
    row.append(number, ...pieces(text, start, end, mark))
    return row
  }
}

/** Returns the line, with its marked piece separate. */
function pieces(text: string, start: number, end: number, mark: LineMark | undefined): Node[] {
  const shownEnd = Math.min(end, start + LONGEST_LINE)
  const rest = end > shownEnd ? `… (${end - shownEnd} more)` : ''
  if (mark === undefined || mark.start >= shownEnd) return [new Text(text.slice(start, shownEnd) + rest)]
  const marked = document.createElement('mark')
  const markEnd = Math.min(mark.end, shownEnd)
  marked.textContent = text.slice(mark.start, markEnd)
  return [new Text(text.slice(start, mark.start)), marked, new Text(text.slice(markEnd, shownEnd) + rest)]
}
