import type { Job } from 'bullmq'
import type { Heartbeat } from './heartbeat.js'
import { cancelled, ShutDown } from './queue-errors.js'
import type { RedisCalls } from './redis-calls.js'

/** A call that runs here. */
export interface Running {
  readonly key: string
  readonly owner: string
  /** Milliseconds that what is known of it is kept. */
  readonly keep: number
  /** Ended when nobody waits for it any more. */
  readonly stop: AbortController
}

/** What signs of life need of BullMQ's worker. */
export interface Locks {
  extendJobLocks(jobs: string[], tokens: string[], duration: number): Promise<unknown>
}

/** How often it is asked whether somebody still waits, in milliseconds: that long a cancel may take to get here. */
const INTERVAL = 250

/**
 * Shows of each running call that its worker is alive, and hears when it is not wanted any more. Asking at intervals
 * outlives a Redis that restarts, and needs no connection of its own. BullMQ's locks are kept here, too: its own way
 * trusts the clock not to be set back, and goes on after a close for which Redis was away.
 */
export class LifeSigns {
  readonly #held = new Set<Job>()
  readonly #running = new Set<Running>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isAsking = false
  #isStopped = false
  /** On a clock that nobody sets. */
  #renewed = performance.now()

  constructor(
    private readonly calls: Pick<RedisCalls, 'beat' | 'signOf'>,
    private readonly locks: Locks,
    private readonly lease: number,
    private readonly heartbeat: Pick<Heartbeat, 'add' | 'remove' | 'turn'>,
  ) {}

  /** Whether any job is here. */
  get isBusy(): boolean {
    return this.#held.size > 0
  }

  /** Keeps the lock of a job while the work is done. */
  async hold(job: Job, work: () => Promise<void>): Promise<void> {
    this.#held.add(job)
    this.#timer ??= setInterval(() => this.#tick(), INTERVAL)
    try {
      await work()
    } finally {
      this.#held.delete(job)
      if (!this.isBusy) this.close()
    }
  }

  /**
   * Shows that a call runs while the work is done. BullMQ may hand out a job while the worker ends, even the one that was just
   * given back: its call is told to stop before it begins.
   */
  async show(running: Running, work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) running.stop.abort(new ShutDown())
    const sign = this.calls.signOf(running.owner)
    this.#running.add(running)
    this.heartbeat.add(sign)
    await work().finally(() => {
      this.#running.delete(running)
      this.heartbeat.remove(sign)
    })
  }

  /** Tells all that run here to stop, since the worker ends, and what comes after. */
  stopAll(): void {
    this.#isStopped = true
    for (const { stop } of this.#running) stop.abort(new ShutDown())
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** While Redis is away the questions wait there; no more are added. */
  async #tick(): Promise<void> {
    this.heartbeat.turn()
    if (this.#isAsking) return
    this.#isAsking = true
    await Promise.all([this.#renew(), ...[...this.#running].map((running) => this.#ask(running))])
    this.#isAsking = false
  }

  async #ask({ key, owner, stop }: Running): Promise<void> {
    try {
      const [isUnwanted] = await this.calls.beat(key, owner, this.lease)
      if (isUnwanted === '1') stop.abort(cancelled())
    } catch {
      // The next question comes soon; BullMQ tells of the connection.
    }
  }

  async #renew(): Promise<void> {
    if (performance.now() - this.#renewed < this.lease / 4) return
    const held = [...this.#held].filter(({ id, token }) => id !== undefined && token !== undefined)
    const [jobs, tokens] = [held.map(({ id = '' }) => id), held.map(({ token = '' }) => token)]
    try {
      // One that was lost is noticed by whoever takes the job next.
      if (jobs.length > 0) await this.locks.extendJobLocks(jobs, tokens, this.lease)
      this.#renewed = performance.now()
    } catch {
      // As above.
    }
  }
}
