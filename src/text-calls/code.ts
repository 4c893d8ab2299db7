const RUN = /[`\n]/g
/** Number of leading characters that determine the type of a line. */
const HEAD = 4
const QUOTED = /^ {0,3}>/
const INDENTED = /^(?: {4}| {0,3}\t)/

/**
 * Tracks whether streamed text is inside Markdown code: a fence of at least three backticks at the start of a
 * line, up to the closing fence, and inline code between runs of equally many backticks, which ends at the
 * latest with its line.
 */
export class CodeMarks {
  /** The position in the Markdown. `info` is the line that opens a fence. */
  #state: 'text' | 'inline' | 'info' | 'fence' = 'text'
  /** Number of backticks that opened the code. */
  #length = 0
  /**
   * The number of backticks in a run that the next text may continue. `#runBegins` is true if the run began
   * its line.
   */
  #run = 0
  #runBegins = false
  #isLineBlank = true
  /** The first characters of the line. */
  #head = ''

  /** Returns true if the next character is code. A run of backticks that may still grow is not code yet. */
  isInside(next: string): boolean {
    if (this.#run > 0 && next !== '`') this.#settle(next)
    return this.#state !== 'text'
  }

  /** True if the line is a quotation. */
  get isQuoted(): boolean {
    return QUOTED.test(this.#head)
  }

  /** True if the line is indented like code. */
  get isIndented(): boolean {
    return INDENTED.test(this.#head)
  }

  /** True if a fence at this position would begin a line of text. */
  get canOpen(): boolean {
    return this.#state === 'text' && this.#run === 0 && this.#isLineBlank
  }

  /** Consumes text that was passed on. */
  pass(text: string): void {
    if (text === '') return
    const lineEnd = text.lastIndexOf('\n')
    if (lineEnd !== -1) this.#head = text.slice(lineEnd + 1, lineEnd + 1 + HEAD)
    else if (this.#head.length < HEAD) this.#head += text.slice(0, HEAD - this.#head.length)
    const isLine = this.#state === 'inline' || this.#state === 'info'
    if (this.#run === 0 && !text.includes('`') && !(isLine && text.includes('\n'))) {
      this.#isLineBlank = endsBlank(text, this.#isLineBlank)
      return
    }
    let at = this.#run > 0 ? this.#goOn(text) : 0
    while (at < text.length) at = this.#next(text, at)
    if (this.#run === 0) this.#isLineBlank = endsBlank(text, this.#isLineBlank)
  }

  /**
   * Continues the run of backticks at the end of the previous text.
   * @returns the index at which the run ends.
   */
  #goOn(text: string): number {
    const end = endOfRun(text, 0)
    this.#run += end
    if (end < text.length) this.#settle(text.charAt(end))
    return end
  }

  #next(text: string, from: number): number {
    const at = this.#find(text, from)
    if (at === -1) return text.length
    if (text[at] === '\n') {
      this.#state = this.#state === 'info' ? 'fence' : 'text'
      return at + 1
    }
    const end = endOfRun(text, at)
    this.#run = end - at
    this.#runBegins = endsBlank(text.slice(0, at), this.#isLineBlank)
    this.#isLineBlank = false
    if (end < text.length) this.#settle(text.charAt(end))
    return end
  }

  /**
   * Returns the index of the next relevant character. Line ends are relevant only in code that they can end.
   */
  #find(text: string, from: number): number {
    if (this.#state === 'text' || this.#state === 'fence') return text.indexOf('`', from)
    RUN.lastIndex = from
    return RUN.exec(text)?.index ?? -1
  }

  /** Handles a complete run of backticks. A fence is closed only by a fence without text after it. */
  #settle(next: string): void {
    const run = this.#run
    this.#run = 0
    if (this.#state === 'text') {
      this.#state = run >= 3 && this.#runBegins ? 'info' : 'inline'
      this.#length = run
    } else if (this.#state === 'fence') {
      if (this.#runBegins && run >= this.#length && next.trim() === '') this.#state = 'text'
    } else if (run === this.#length) this.#state = 'text'
  }
}

function endOfRun(text: string, from: number): number {
  let end = from
  while (text.charCodeAt(end) === 0x60) end += 1
  return end
}

/** Returns true if only blanks follow the last line end. */
function endsBlank(text: string, wasBlank: boolean): boolean {
  let at = text.length - 1
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(--at)
  return at < 0 ? wasBlank : code === 0x0a
}
