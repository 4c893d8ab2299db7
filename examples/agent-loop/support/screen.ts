// A terminal with at most 80 columns: lines next to a rail, text that is written word by word, and lines that
// change in place.
import { createInterface } from 'node:readline/promises'
import colors from 'picocolors'

export const isTerminal = process.stdout.isTTY === true && process.env.TERM !== 'dumb'
/** Colors are disabled in a pipe, and if the user disabled them (https://no-color.org). */
export const paint = colors.createColors(isTerminal && !process.env.NO_COLOR)

// A closed pipe, as with `npm run agent | head`, is not an error. The exit code is the one of the signal for
// a closed pipe.
process.stdout.once('error', () => process.exit(141))

type Style = (text: string) => string

export interface LineOptions {
  /** Text before the first line. Further lines are indented by its width. */
  readonly mark?: string
  readonly markStyle?: Style
  /** The beginning of the text. */
  readonly lead?: string
  readonly leadStyle?: Style
  readonly style?: Style
  /** Text at the right end of the line. */
  readonly aside?: string
}

const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

export class Screen {
  #rail = ''
  #live = new Map<string, { readonly lead: string; readonly text: string }>()
  #drawn = 0
  #frame = 0
  #timer: ReturnType<typeof setInterval> | undefined
  /** The column of the text that is being written; 0 if no text is being written. */
  #column = 0
  #word = ''
  #putRest = () => {}

  /** The text before each line. It groups the lines of one process. */
  set rail(rail: string) {
    this.#rail = rail === '' ? '' : `${rail}  `
  }

  get width(): number {
    return Math.min(80, process.stdout.columns ?? 80)
  }

  get #room(): number {
    return this.width - this.#rail.length
  }

  /** Prints a wrapped line. */
  line(text = '', options: LineOptions = {}): void {
    this.endText()
    this.#erase()
    for (const line of this.#lines(text, options)) this.#put(line)
    this.#draw()
  }

  /** Prints a line between two processes, without the rail. */
  bare(text = ''): void {
    this.endText()
    this.#erase()
    process.stdout.write(`${text}\n`)
  }

  /** Prints streamed text, indented and wrapped between words. */
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

  /** Shows a line that changes in place. Not shown in a pipe. */
  live(key: string, lead: string, text: string): void {
    if (!isTerminal) return
    this.endText()
    this.#live.set(key, { lead, text })
    this.#timer ??= setInterval(() => this.#redraw(), 80).unref()
    this.#redraw()
  }

  /** Removes the line. */
  settle(key: string): void {
    this.#erase()
    this.#live.delete(key)
    if (this.#live.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    this.#draw()
  }

  /** Reads a typed line and replaces it with its meaning. */
  async ask(mark: string, question: string, meaning: (typed: string) => string): Promise<string> {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    const before = `${paint.dim(this.#rail)}${paint.bold(mark)}`
    // Ctrl-C and Ctrl-D close the prompt. The question stays open.
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

/** Shortens a text to its end. The end of a growing text contains its new part. */
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
