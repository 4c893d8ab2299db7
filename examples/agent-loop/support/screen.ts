// A terminal, at most 80 columns of it: lines behind a rail, text that is written word by word, and lines that change in place.
import { createInterface } from 'node:readline/promises'
import colors from 'picocolors'

export const isTerminal = process.stdout.isTTY === true && process.env.TERM !== 'dumb'
/** No colors in a pipe, nor against the user's will (https://no-color.org). */
export const paint = colors.createColors(isTerminal && !process.env.NO_COLOR)

// Nobody reads any more, as with `npm run agent | head`: an end, and no fault. It exits as the signal for that would.
process.stdout.once('error', () => process.exit(141))

type Style = (text: string) => string

export interface LineOptions {
  /** Stands before the first line; the others are indented as far. */
  readonly mark?: string
  readonly markStyle?: Style
  /** Begins the text. */
  readonly lead?: string
  readonly leadStyle?: Style
  readonly style?: Style
  /** Stands at the right end. */
  readonly aside?: string
}

const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

export class Screen {
  #rail = ''
  #live = new Map<string, { readonly lead: string; readonly text: string }>()
  #drawn = 0
  #frame = 0
  #timer: ReturnType<typeof setInterval> | undefined
  /** Where in the line the text that is being written stands; 0 when none is. */
  #column = 0
  #word = ''
  #putRest = () => {}

  /** What stands before each line: one process's lines are held together by it. */
  set rail(rail: string) {
    this.#rail = rail === '' ? '' : `${rail}  `
  }

  get width(): number {
    return Math.min(80, process.stdout.columns ?? 80)
  }

  get #room(): number {
    return this.width - this.#rail.length
  }

  /** A line, wrapped. */
  line(text = '', options: LineOptions = {}): void {
    this.endText()
    this.#erase()
    for (const line of this.#lines(text, options)) this.#put(line)
    this.#draw()
  }

  /** A line between two processes, without the rail. */
  bare(text = ''): void {
    this.endText()
    this.#erase()
    process.stdout.write(`${text}\n`)
  }

  /** Text as it comes, indented, wrapped between words. */
  text(delta: string, indent: number, style: Style = String): void {
    this.#erase()
    this.#putRest = () => this.#putWord(indent, style)
    for (const piece of delta.split(/(?<=\s)/)) {
      this.#word += piece
      if (/\s$/.test(piece)) this.#putRest()
    }
  }

  endText(): void {
    if (this.#word !== '') this.#putRest()
    if (this.#column > 0) process.stdout.write('\n')
    this.#column = 0
  }

  /** A line that changes in place; in a pipe there is none. */
  live(key: string, lead: string, text: string): void {
    if (!isTerminal) return
    this.endText()
    this.#live.set(key, { lead, text })
    this.#timer ??= setInterval(() => this.#redraw(), 80).unref()
    this.#redraw()
  }

  /** The line goes away. */
  settle(key: string): void {
    this.#erase()
    this.#live.delete(key)
    if (this.#live.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    this.#draw()
  }

  /** Asks for a line that is typed, and puts what it means in its place. */
  async ask(mark: string, question: string, meaning: (typed: string) => string): Promise<string> {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    const before = `${paint.dim(this.#rail)}${paint.bold(mark)}`
    // Ctrl-C and Ctrl-D close it: what was asked stays open.
    const giveUp = () => process.exit(130)
    asking.once('close', giveUp)
    const answer = meaning(await asking.question(`${before}${paint.dim(question)} `))
    asking.off('close', giveUp)
    asking.close()
    process.stdout.write(`\x1b[A\x1b[J${before}${answer}\n`)
    return answer
  }

  #putWord(indent: number, style: Style): void {
    const word = this.#word.trimEnd()
    const isEnd = this.#word.includes('\n')
    this.#word = ''
    const start = this.#rail.length + indent
    if (this.#column > start && this.#column + word.length + 1 > this.width) this.endText()
    if (this.#column === 0) process.stdout.write(paint.dim(this.#rail) + ' '.repeat(indent))
    else if (word !== '') process.stdout.write(' ')
    this.#column = Math.max(start, this.#column + 1) + word.length
    process.stdout.write(style(word))
    if (isEnd) this.endText()
  }

  #put(line: string): void {
    process.stdout.write(`${paint.dim(this.#rail)}${line}`.trimEnd())
    process.stdout.write('\n')
  }

  #lines(text: string, options: LineOptions): string[] {
    const { mark = '', lead = '', aside = '' } = options
    const { style = String, markStyle = String, leadStyle = String } = options
    const room = this.#room - mark.length
    const plain = wrap(lead === '' || text === '' ? lead + text : `${lead}  ${text}`, room)
    const lines = plain.map((line, index) =>
      index === 0
        ? markStyle(mark) + leadStyle(line.slice(0, lead.length)) + style(line.slice(lead.length))
        : ' '.repeat(mark.length) + style(line),
    )
    if (aside === '') return lines
    const last = mark.length + (plain.at(-1)?.length ?? 0)
    const gap = this.#room - last - aside.length
    if (gap < 2) return [...lines, ' '.repeat(Math.max(0, this.#room - aside.length)) + paint.dim(aside)]
    return [...lines.slice(0, -1), `${lines.at(-1)}${' '.repeat(gap)}${paint.dim(aside)}`]
  }

  #redraw(): void {
    this.#erase()
    this.#frame += 1
    this.#draw()
  }

  #erase(): void {
    if (this.#drawn > 0) process.stdout.write(`\x1b[${this.#drawn}A\x1b[J`)
    this.#drawn = 0
  }

  #draw(): void {
    const spin = SPINNER[this.#frame % SPINNER.length] ?? ''
    for (const { lead, text } of this.#live.values()) {
      const tail = fitted(text, this.#room - lead.length - 7)
      this.#put(`   ${paint.cyan(spin)} ${paint.bold(lead)}  ${paint.dim(tail)}`)
      this.#drawn += 1
    }
  }
}

/** The end of a text that grows is what is new of it. */
function fitted(text: string, room: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= room ? line : `…${line.slice(line.length - room + 1)}`
}

export function wrap(text: string, room: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= room || line === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
