import { type Streams, writeMessage } from './standard-streams.js'

const INTERVAL_MS = 200

/**
 * Counts records. Shows progress on a terminal during long work, and reports the number of failures at the
 * end.
 */
export class Progress {
  failed = 0
  private done = 0
  private shownAt = Date.now()
  private shown = false

  constructor(private readonly stderr: Streams['stderr']) {}

  count(failed: boolean): void {
    this.countMany(1, failed ? 1 : 0)
  }

  countMany(done: number, failed: number): void {
    this.done += done
    this.failed += failed
    if (!this.stderr.isTTY) return
    const now = Date.now()
    if (now - this.shownAt < INTERVAL_MS) return
    this.shownAt = now
    this.shown = true
    this.stderr.write(`\r\u001b[K${this.done} records${this.failed > 0 ? `, ${this.failed} failed` : ''}`)
  }

  /** Ends the progress line. */
  clear(): void {
    if (this.shown) this.stderr.write('\r\u001b[K')
  }

  /**
   * Ends the progress line, and reports the number of failed records.
   * @param where the location of the error messages.
   */
  finish(where = 'in the output'): void {
    this.clear()
    if (this.failed === 0) return
    const [records, its] = this.done === 1 ? ['record', 'its'] : ['records', 'their']
    writeMessage(
      this.stderr,
      `${this.failed} of ${this.done} ${records} failed; see "error" in ${its} place ${where}`,
    )
  }
}
