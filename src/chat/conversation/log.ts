import { ConversationError } from './conversation-error.js'
import type { ConversationStore } from './conversation-store.js'
import { type ConversationRecord, readEntry, withoutRaw, writeEntry } from './records.js'
import { Transcript } from './transcript.js'

/**
 * A function that returns the records to add, based on all earlier records. Called again if another process
 * added records first.
 */
export type Decide = (transcript: Transcript, now: number) => readonly ConversationRecord[]

/** The record of a conversation: reads the entries that other processes add, and adds entries at the end. */
export class Log {
  #transcript = new Transcript()
  /** True if an entry may have been added although the store reported a failure. */
  #isUncertain = false
  /** The latest operation. Operations run one after another. */
  #latest: Promise<unknown> = Promise.resolve()

  constructor(
    readonly id: string,
    private readonly store: ConversationStore,
    private readonly clock: () => number,
    private readonly keepRaw = false,
  ) {}

  get transcript(): Transcript {
    return this.#transcript
  }

  get now(): number {
    return this.clock()
  }

  /**
   * Reads the entries that other processes added.
   * @throws ConversationError `lost` if the store lost entries; errors of the store.
   */
  refresh(): Promise<void> {
    return this.#next(() => this.#read())
  }

  /**
   * Adds records, based on all earlier records.
   * @throws the error of `decide`; ConversationError `lost` if the store lost entries; errors of the store.
   */
  commit(decide: Decide): Promise<void> {
    return this.#next(async () => {
      if (this.#isUncertain) await this.#read()
      while (!(await this.#append(decide))) await this.#read()
    })
  }

  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#latest.then(work, work)
    this.#latest = next.catch(() => undefined)
    return next
  }

  async #append(decide: Decide): Promise<boolean> {
    const { id, store } = this
    const transcript = this.#transcript
    const after = transcript.length
    const at = this.clock()
    const decided = decide(transcript, at)
    const records = this.keepRaw ? decided : decided.map(withoutRaw)
    if (records.length === 0) return true
    const entry = { at, records }
    const text = writeEntry(entry)
    transcript.push(entry)
    this.#isUncertain = true
    if (!(await store.append(id, after, text, transcript.stateAt(at)))) return false
    this.#isUncertain = false
    return true
  }

  /**
   * Reads new entries. After a failed addition all entries are read again, because the transcript already
   * contains the new entry.
   */
  async #read(): Promise<void> {
    const known = this.#transcript.length - (this.#isUncertain ? 1 : 0)
    const after = this.#isUncertain ? 0 : known
    const entries = await this.store.read(this.id, after)
    if (after + entries.length < known) throw this.#lost()
    const transcript = this.#isUncertain ? new Transcript() : this.#transcript
    for (const entry of entries) transcript.push(readEntry(entry))
    this.#transcript = transcript
    this.#isUncertain = false
  }

  #lost(): ConversationError {
    const message = `The store lost entries of the conversation "${this.id}". Nothing more is run or recorded.`
    return new ConversationError('lost', this.id, message)
  }
}
