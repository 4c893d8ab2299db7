import type { IRedisClient, Queue, Worker } from 'bullmq'
import type { StateStore } from '../context/context-types.js'
import { SCRIPTS, type ScriptName } from './redis-scripts.js'

/** The result of a script: a word and an optional text. */
export type ScriptResult = readonly [word: string, text?: string]

/**
 * The maximum number of entries in a client's stream; older unread entries are dropped, and their calls are
 * looked up instead.
 */
const MOST_ENTRIES = 10_000

/** The records of calls in Redis. */
export class RedisCalls {
  readonly #client: Promise<IRedisClient>
  readonly #toKey: (type: string) => string

  constructor(of: Queue | Worker) {
    this.#toKey = of.toKey
    this.#client = of.getBackend().client.then(withScripts)
    // Users of the client receive the error. Without users, the error must not end the process.
    this.#client.catch(() => {})
  }

  /**
   * Records that the client is alive.
   * @param duration milliseconds for which the record is valid.
   */
  appear(stream: string, duration: number) {
    return this.#run('appear', [hereOf(stream), duration])
  }

  /**
   * Submits a call.
   * @param again true if a record should exist: without a record, the script returns `forgotten`.
   */
  submit(
    key: string,
    asked: { stream: string; fingerprint: string; job: string; keep: number; again: boolean },
  ) {
    const { stream, fingerprint, job, keep, again } = asked
    return this.#run('submit', [this.#call(key), stream, fingerprint, job, keep, flag(again)])
  }

  look(key: string, job: string) {
    return this.#run('look', [this.#call(key), this.#toKey(job), job])
  }

  withdraw(key: string, stream: string) {
    return this.#run('withdraw', [this.#call(key), stream])
  }

  claim(
    key: string,
    run: {
      owner: string
      isRepeatable: boolean
      maxRuns: number
      lease: number
      isSure: boolean
    },
  ) {
    const { owner, isRepeatable, maxRuns, lease, isSure } = run
    const keys = [this.#call(key), this.signOf(owner)]
    return this.#run('claim', [
      ...keys,
      owner,
      flag(isRepeatable),
      maxRuns,
      lease,
      this.signOf(''),
      flag(isSure),
    ])
  }

  beat(key: string, owner: string, lease: number) {
    return this.#run('beat', [this.#call(key), this.signOf(owner), lease])
  }

  /**
   * Releases the right to run the call.
   * @param hasBegun true if its tool was called.
   */
  release(key: string, owner: string, hasBegun: boolean) {
    return this.#run('release', [this.#call(key), this.signOf(owner), owner, flag(hasBegun)])
  }

  tell(key: string, job: string, text: string, keep: number) {
    return this.#run('tell', [this.#call(key), job, text, MOST_ENTRIES, keep])
  }

  finish(
    key: string,
    end: { owner: string; job: string; news: string; outcome: string; isWaiting: boolean; keep: number },
  ) {
    const { owner, job, news, outcome, isWaiting, keep } = end
    const keys = [this.#call(key), this.signOf(owner)]
    return this.#run('finish', [...keys, job, news, MOST_ENTRIES, keep, outcome, flag(isWaiting)])
  }

  /** Records used approvals for all workers of the queue. */
  usedApprovals(): StateStore {
    const nameOf = (key: string) => this.#toKey(`approvals:${key}`)
    return {
      get: async (key) => (await (await this.#client).get(nameOf(key))) ?? undefined,
      set: async (key, text) => void (await (await this.#client).set(nameOf(key), text)),
      replace: async (key, expected, text) => {
        const before = [flag(expected !== undefined), expected ?? '']
        const [word] = await this.#run('replace', [nameOf(key), text, ...before])
        return word === 'done'
      },
    }
  }

  /** Removes a client. */
  async forget(stream: string): Promise<void> {
    await (await this.#client).del(stream, hereOf(stream))
  }

  #call(key: string): string {
    return this.#toKey(`calls:${key}`)
  }

  /** Returns the key of a run's heartbeat. */
  signOf(owner: string): string {
    return this.#toKey(`alive:${owner}`)
  }

  async #run(name: ScriptName, given: readonly (string | number)[]): Promise<ScriptResult> {
    const answer: unknown = await (await this.#client).runCommand(commandOf(name), [...given])
    const [word = '', text] = Array.isArray(answer) ? answer.map(String) : []
    return text === undefined ? [word] : [word, text]
  }
}

function withScripts(client: IRedisClient): IRedisClient {
  for (const [name, script] of Object.entries(SCRIPTS)) client.defineCommand(commandOf(name), script)
  return client
}

/** Returns the key of a client's heartbeat. */
function hereOf(stream: string): string {
  return `${stream}:here`
}

function flag(is: boolean): number {
  return is ? 1 : 0
}

function commandOf(name: string): string {
  return `toolwire:${name}`
}
