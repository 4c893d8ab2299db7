const RUN = /[`\n]/g
/** Characters of a line that tell what it is. */
const HEAD = 4
const QUOTED = /^ {0,3}>/
const INDENTED = /^(?: {4}| {0,3}\t)/

/**
 * Knows whether a text that goes by is inside of code, by the marks of Markdown: a fence of three backticks or more at the
 * start of a line up to the next such line, and code between runs of as many backticks, which ends with its line at the
 * latest.
 */
export class CodeMarks {
  /** `info` is the line that opens a fence. */
  #state: 'text' | 'inline' | 'info' | 'fence' = 'text'
  /** Backticks that opened it. */
  #length = 0
  /** Backticks of a run that may go on with the next text, and whether it began its line. */
  #run = 0
  #runBegins = false
  #isLineBlank = true
  /** How the line begins. */
  #head = ''

  /** Whether what comes next is code. A run of backticks that may go on is no code yet. */
  isInside(next: string): boolean {
    if (this.#run > 0 && next !== '`') this.#settle(next)
    return this.#state !== 'text'
  }

  /** Whether the line is a quotation. */
  get isQuoted(): boolean {
    return QUOTED.test(this.#head)
  }

  /** Whether the line is indented as code is. */
  get isIndented(): boolean {
    return INDENTED.test(this.#head)
  }

  /** Whether a fence that stands next would begin a line of text. */
  get canOpen(): boolean {
    return this.#state === 'text' && this.#run === 0 && this.#isLineBlank
  }

  /** Takes text that passed. */
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

  /** The run that the text before ended with. @returns where it ends. */
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

  /** Line ends matter only where they end something. */
  #find(text: string, from: number): number {
    if (this.#state === 'text' || this.#state === 'fence') return text.indexOf('`', from)
    RUN.lastIndex = from
    return RUN.exec(text)?.index ?? -1
  }

  /** The run of backticks is whole. A fence is closed only by one with nothing after it. */
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

/** Whether nothing but blanks follows the last line end. */
function endsBlank(text: string, wasBlank: boolean): boolean {
  let at = text.length - 1
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(--at)
  return at < 0 ? wasBlank : code === 0x0a
}
