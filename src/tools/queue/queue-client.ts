import { Queue, QueueEvents, type QueueEventsListener } from 'bullmq'
import { atMost, sleep } from '../../base/http/timer.js'
import type { ToolEvent } from '../events/event-types.js'
import { endConnections, GOODBYE, queueOptions, warner } from './connection.js'
import { cancelled, lost, notPassedOn, otherCall } from './queue-errors.js'
import {
  type CallMessage,
  failed,
  type JobOutcome,
  notBegunJob,
  readNews,
  readOutcome,
  write,
} from './queue-messages.js'
import type { QueuePlace } from './queue-types.js'
import { RedisCalls } from './redis-calls.js'

/** A call to submit. */
export interface QueueRequest {
  readonly asked: CallMessage
  /** The id of the BullMQ job of the call. */
  readonly job: string
  /** The fingerprint that distinguishes this call from another call with the same id. */
  readonly fingerprint: string
  /** Receives the events of the running call. */
  onEvent(event: ToolEvent): void
}

/** A submitted request. */
export interface OpenRequest extends QueueRequest {
  /** The outcome. The promise never rejects. */
  readonly outcome: Promise<JobOutcome>
  settle(outcome: JobOutcome): void
  /** The number of waiters in this process. */
  waiting: number
  /** The number of the latest emitted event. */
  heard: number
  /** The number of attempts to submit the request to BullMQ. */
  posts: number
  /** True if BullMQ may have received the request. */
  mayHaveBegun: boolean
  /** True if BullMQ has received the request, as far as known. */
  isPosted: boolean
}

interface DeskListener extends QueueEventsListener {
  told: (news: { readonly job: string; readonly text: string }) => void
}

/** The number of requests per submission to BullMQ. */
const CHUNK = 500
/**
 * Limits of the lookup of calls whose news may have been missed: the number of calls per lookup, and the
 * interval in milliseconds.
 */
const LOOKS = { calls: 500, interval: 1000 }
/** Milliseconds without a lookup after which a client counts as gone. */
const HERE = 30_000
/** The maximum number of submissions of a call that vanished in BullMQ or failed to submit. */
const MOST_POSTS = 5

/** Submits calls and receives their outcomes. */
export class QueueClient {
  readonly #queue: Queue
  readonly #news: QueueEvents
  readonly #calls: RedisCalls
  /** The key of the stream that delivers news. */
  readonly #stream: string
  readonly #warn: (message: string, cause: unknown) => void
  /** The open requests by job, least recently looked up first. */
  readonly #open = new Map<string, OpenRequest>()
  readonly #outbox: OpenRequest[] = []
  #timer: ReturnType<typeof setInterval> | undefined
  #isLooking = false
  #closing: Promise<void> | undefined

  constructor(place: QueuePlace) {
    this.#warn = warner(place)
    this.#queue = new Queue(place.queue, queueOptions(place))
    const stream = `${place.queue}-answers-${crypto.randomUUID()}`
    // Reads from the beginning of the stream, so that earlier news is not missed.
    this.#news = new QueueEvents(stream, { ...queueOptions(place), lastEventId: '0-0' })
    this.#stream = this.#news.toKey('events')
    this.#queue.on('error', (error) => this.#warn('it has trouble', error))
    this.#news.on('error', (error) => this.#warn('the connection for answers failed', error))
    this.#news.on<DeskListener, 'told'>('told', ({ job, text }) => this.#hear(job, text))
    this.#calls = new RedisCalls(this.#queue)
  }

  /** Submits a call, or joins a pending request for the same call. */
  ask(request: QueueRequest): { readonly question: OpenRequest; readonly isFirst: boolean } {
    const other = this.#open.get(request.job)
    if (other !== undefined && other.fingerprint === request.fingerprint) {
      other.waiting += 1
      return { question: other, isFirst: false }
    }
    const question = questionOf(request)
    if (this.#closing !== undefined) question.settle(failed(question.asked.call, cancelled()))
    else if (other !== undefined)
      question.settle(failed(question.asked.call, otherCall(request.asked.call.id)))
    else this.#take(question)
    return { question, isFirst: true }
  }

  /** Stops waiting. Returns the state of the call: `back` for a call that did not and will not begin. */
  async withdraw(question: OpenRequest): Promise<string> {
    question.waiting -= 1
    if (question.waiting > 0) return 'shared'
    this.#drop(question)
    let word = 'unknown'
    const withdrawing = this.#calls.withdraw(question.asked.key, this.#stream).then(async (answer) => {
      word = answer[0]
      if (word === 'back' || word === 'ended') await this.#queue.remove(question.job)
    })
    await atMost(GOODBYE, withdrawing)
    return word
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const question of [...this.#open.values()])
      this.#settle(question, failed(question.asked.call, cancelled()))
    const closing = this.#calls.forget(this.#stream).finally(() => this.#queue.close())
    await Promise.all([endConnections(this.#news, this.#news.close()), endConnections(this.#queue, closing)])
  }

  #take(question: OpenRequest): void {
    this.#open.set(question.job, question)
    this.#timer ??= setInterval(() => this.#lookAll(), LOOKS.interval)
    this.#post(question)
  }

  #drop(question: OpenRequest): void {
    if (this.#open.get(question.job) === question) this.#open.delete(question.job)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #settle(question: OpenRequest, outcome: JobOutcome): void {
    this.#drop(question)
    question.settle(outcome)
  }

  /** Submits a request. Requests from the same turn of the event loop are submitted together. */
  #post(question: OpenRequest): void {
    question.isPosted = false
    question.posts += 1
    this.#outbox.push(question)
    if (this.#outbox.length === 1) queueMicrotask(() => this.#empty())
  }

  async #empty(): Promise<void> {
    const questions = this.#outbox.splice(0)
    for (let start = 0; start < questions.length; start += CHUNK)
      await this.#handIn(questions.slice(start, start + CHUNK))
  }

  async #handIn(questions: readonly OpenRequest[]): Promise<void> {
    const wanted = questions.filter((question) => this.#open.get(question.job) === question)
    try {
      // The heartbeat is sent before any request; the connection preserves this order.
      const here = this.#calls.appear(this.#stream, HERE)
      const [isWanted] = await Promise.all([
        Promise.all(wanted.map((question) => this.#submit(question))),
        here,
      ])
      const fresh = wanted.filter((_, index) => isWanted[index])
      for (const question of fresh) question.mayHaveBegun = true
      if (fresh.length > 0) await this.#queue.addBulk(fresh.map(jobOf))
      for (const question of fresh) question.isPosted = true
    } catch (cause) {
      for (const question of wanted) this.#postLater(question, cause)
    }
  }

  /** Returns true if the call has to be submitted to BullMQ. */
  async #submit(question: OpenRequest): Promise<boolean> {
    const { asked, job, fingerprint, mayHaveBegun } = question
    const { key, keep } = asked
    const about = { stream: this.#stream, fingerprint, job, keep, again: mayHaveBegun }
    const [word, text] = await this.#calls.submit(key, about)
    if (word === 'known' && text !== undefined) this.#settle(question, readOutcome(text))
    if (word === 'other') this.#settle(question, failed(question.asked.call, otherCall(asked.call.id)))
    if (word !== 'forgotten') return word === 'open'
    // Redis lost its data: it is unknown whether the call began.
    if (!asked.retryable) this.#settle(question, failed(question.asked.call, lost()))
    question.mayHaveBegun = false
    return asked.retryable && this.#submit(question)
  }

  /**
   * Queues a command again after a broken connection. It is unknown which commands have run, but all commands
   * can be sent twice.
   */
  async #postLater(question: OpenRequest, cause: unknown): Promise<void> {
    if (question.posts >= MOST_POSTS) {
      const { asked, mayHaveBegun } = question
      const error = notPassedOn(cause, asked.retryable || !mayHaveBegun)
      this.#settle(question, mayHaveBegun ? failed(asked.call, error) : notBegunJob(asked.call, error))
      return
    }
    await sleep(250 * 2 ** question.posts)
    if (this.#open.get(question.job) === question) this.#post(question)
  }

  #hear(job: string, text: string): void {
    const question = this.#open.get(job)
    if (question === undefined) return
    const { outcome, event, number = 0 } = readNews(text)
    if (event !== undefined && number > question.heard) {
      question.heard = number
      question.onEvent(event)
    }
    if (outcome !== undefined) this.#settle(question, outcome)
    if (outcome === undefined && event === undefined) void this.#look(question)
  }

  /** Looks up calls whose news may have been missed, because there was too much news or Redis restarted. */
  async #lookAll(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const questions = [...this.#open.values()].filter(({ isPosted }) => isPosted).slice(0, LOOKS.calls)
    for (const question of questions) {
      this.#open.delete(question.job)
      this.#open.set(question.job, question)
    }
    const here = this.#calls.appear(this.#stream, HERE).catch(() => {})
    await Promise.all([here, ...questions.map((question) => this.#look(question))])
    this.#isLooking = false
  }

  async #look(question: OpenRequest): Promise<void> {
    const { asked, job } = question
    try {
      const [word, text] = await this.#calls.look(asked.key, job)
      if (this.#open.get(job) !== question) return
      if (word === 'known' && text !== undefined) this.#settle(question, readOutcome(text))
      // The job was removed, or Redis lost it.
      if (word === 'missing' && question.isPosted) this.#postLater(question, new Error('Its job vanished.'))
    } catch (cause) {
      if (this.#closing === undefined) this.#warn('a call could not be looked up', cause)
    }
  }
}

function questionOf(request: QueueRequest): OpenRequest {
  let settle: (outcome: JobOutcome) => void = () => {}
  const outcome = new Promise<JobOutcome>((resolve) => {
    settle = resolve
  })
  const state = { waiting: 1, heard: 0, posts: 0, mayHaveBegun: false, isPosted: false }
  return { ...request, outcome, settle, ...state }
}

/**
 * Returns the BullMQ job of a request. Finished jobs are removed at once, since BullMQ's age limits compare
 * the clocks of workers.
 */
function jobOf({ asked, job }: OpenRequest) {
  const opts = { jobId: job, attempts: 1, removeOnComplete: true, removeOnFail: true }
  return { name: asked.call.name, data: { asked: write(asked) }, opts }
}
