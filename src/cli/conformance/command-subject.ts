import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { reasonOf } from '../../base/http/reason.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject, numberOr, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { CaseInput, CaseOutput, Subject } from '../../conformance/index.js'

/** A line of a program may have this many characters. */
const LONGEST_LINE = 8 * 1024 * 1024
/** A program that ends is started again this many times. */
const MAX_STARTS = 4

type Child = ChildProcessByStdio<Writable, Readable, null>

/** A program that reads a case per line and writes an output per line. */
export class CommandSubject implements Subject {
  readonly name: string
  #child: Child | undefined
  #starts = 0
  #pending = ''
  /** Called with the next line, or with the reason why there is none. */
  #next: ((line: string | { readonly broken: string }) => void) | undefined

  constructor(private readonly command: string) {
    this.name = command
  }

  async translate(input: CaseInput, signal: AbortSignal): Promise<CaseOutput> {
    const child = this.#child ?? this.#start()
    if (child === undefined)
      return { broken: `the program ended ${MAX_STARTS} times, and is not started again` }
    // A late answer would belong to the next case, so the program is stopped.
    const stop = () => this.#stop('no output in time')
    signal.addEventListener('abort', stop)
    try {
      const line = await this.#ask(child, JSON.stringify(compact({ ...input })))
      return typeof line === 'string' ? outputIn(line, input.id) : line
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Ends the program. */
  close(): void {
    this.#stop('the run ended')
  }

  #ask(child: Child, line: string): Promise<string | { readonly broken: string }> {
    return new Promise((resolve) => {
      this.#next = resolve
      child.stdin.write(`${line}\n`)
    })
  }

  #start(): Child | undefined {
    if (this.#starts === MAX_STARTS) return undefined
    this.#starts += 1
    this.#pending = ''
    // A separate process group, so that the program ends together with the shell around it.
    const child = spawn(this.command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
    child.on('error', (error) => this.#ended(child, `the program cannot be started: ${reasonOf(error)}`))
    child.on('exit', (code, by) => this.#ended(child, `the program ended with ${by ?? `status ${code}`}`))
    // The end is reported once, by `exit`.
    child.stdin.on('error', () => {})
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(child, text))
    this.#child = child
    return child
  }

  #read(child: Child, text: string): void {
    if (child !== this.#child) return
    const [line = '', ...rest] = (this.#pending + text).split('\n')
    if (rest.length === 0 && line.length > LONGEST_LINE) {
      this.#stop(`a line has more than ${LONGEST_LINE} characters`)
      return
    }
    this.#pending = rest.length === 0 ? line : rest.join('\n')
    if (rest.length > 0) this.#answer(line)
  }

  #answer(line: string | { readonly broken: string }): void {
    const next = this.#next
    this.#next = undefined
    next?.(line)
  }

  #stop(broken: string): void {
    const child = this.#child
    this.#child = undefined
    if (child !== undefined) killGroup(child)
    this.#answer({ broken })
  }

  #ended(child: Child, broken: string): void {
    if (child !== this.#child) return
    this.#child = undefined
    this.#answer({ broken })
  }
}

/** Ends a program with its shell. Windows has no groups. */
function killGroup(child: Child): void {
  try {
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

function outputIn(line: string, id: string): CaseOutput {
  const value = tryParseJson(line)
  if (!isObject(value))
    return { broken: `the program wrote a line that is not a JSON object: ${line.slice(0, 100)}` }
  if (value.id !== id) return { broken: `the program answered for "${String(value.id)}", not for "${id}"` }
  const { body } = value
  return compact({
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    status: numberOr(value.status, undefined),
    skipped: stringOr(value.skipped, undefined),
    declined: stringOr(value.declined, undefined),
  })
}
