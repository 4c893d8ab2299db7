import type { Job } from 'bullmq'
import type { Heartbeat } from './heartbeat.js'
import { cancelled, ShutDown } from './queue-errors.js'
import type { RedisCalls } from './redis-calls.js'

/** A call that runs in this worker. */
export interface WorkerCall {
  readonly key: string
  readonly owner: string
  /** Milliseconds for which the record of the call is kept. */
  readonly keep: number
  /** Aborted when the result is no longer needed. */
  readonly stop: AbortController
}

/** The members of BullMQ's worker that are used here. */
export interface Locks {
  extendJobLocks(jobs: string[], tokens: string[], duration: number): Promise<unknown>
}

/** The interval of checks for cancelled calls, in milliseconds: the maximum delay of a cancellation. */
const INTERVAL = 250

/**
 * Sends a heartbeat for each running call and checks if the result is still needed. Polling survives a
 * restart of Redis and needs no separate connection. BullMQ's locks are also renewed here: BullMQ's mechanism
 * depends on a clock that may be set back, and continues after a close while Redis was unreachable.
 */
export class LifeSigns {
  readonly #held = new Set<Job>()
  readonly #running = new Set<WorkerCall>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isAsking = false
  #isStopped = false
  /** The time of the last renewal, from a monotonic clock. */
  #renewed = performance.now()

  constructor(
    private readonly calls: Pick<RedisCalls, 'beat' | 'signOf'>,
    private readonly locks: Locks,
    private readonly lease: number,
    private readonly heartbeat: Pick<Heartbeat, 'add' | 'remove' | 'turn'>,
  ) {}

  /** True if the worker holds a job. */
  get isBusy(): boolean {
    return this.#held.size > 0
  }

  /** Renews the lock of a job during the work. */
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
   * Sends heartbeats of a call during the work. BullMQ may deliver a job while the worker closes, even the
   * one that was just returned: the call is then stopped before it begins.
   */
  async show(running: WorkerCall, work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) running.stop.abort(new ShutDown())
    const sign = this.calls.signOf(running.owner)
    this.#running.add(running)
    this.heartbeat.add(sign)
    await work().finally(() => {
      this.#running.delete(running)
      this.heartbeat.remove(sign)
    })
  }

  /** Stops all running calls and all later ones, because the worker closes. */
  stopAll(): void {
    this.#isStopped = true
    for (const { stop } of this.#running) stop.abort(new ShutDown())
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * Sends one round of heartbeats. While Redis is unreachable, queries wait and no further queries are added.
   */
  async #tick(): Promise<void> {
    this.heartbeat.turn()
    if (this.#isAsking) return
    this.#isAsking = true
    await Promise.all([this.#renew(), ...[...this.#running].map((running) => this.#ask(running))])
    this.#isAsking = false
  }

  async #ask({ key, owner, stop }: WorkerCall): Promise<void> {
    try {
      const [isUnwanted] = await this.calls.beat(key, owner, this.lease)
      if (isUnwanted === '1') stop.abort(cancelled())
    } catch {
      // The next query follows soon; BullMQ reports the connection.
    }
  }

  async #renew(): Promise<void> {
    if (performance.now() - this.#renewed < this.lease / 4) return
    const held = [...this.#held].filter(({ id, token }) => id !== undefined && token !== undefined)
    const [jobs, tokens] = [held.map(({ id = '' }) => id), held.map(({ token = '' }) => token)]
    try {
      // A lost lock is noticed by the worker that takes the job next.
      if (jobs.length > 0) await this.locks.extendJobLocks(jobs, tokens, this.lease)
      this.#renewed = performance.now()
    } catch {
      // The next query follows soon; BullMQ reports the connection.
    }
  }
}
