import type { Reply, Tasks } from './protocol.js'

/** The worker that reads, translates and checks, so that the page answers meanwhile. */
export class WorkerClient {
  #worker: Worker | undefined
  #asked = 0

  /** Loaded when something is asked for the first time. */
  get #running(): Worker {
    this.#worker ??= new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' })
    return this.#worker
  }

  /** @throws Error with what the worker says of a task that failed. */
  ask<Task extends keyof Tasks>(task: Task, given: Tasks[Task]['given']): Promise<Tasks[Task]['answer']> {
    const worker = this.#running
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent) => {
        const reply: Reply = data
        if (reply.id !== id) return
        leave()
        if ('error' in reply) reject(new Error(reply.error))
        else resolve(data.answer)
      }
      // All that were asked hear of it; who asks next gets a worker of their own.
      const onError = () => {
        leave()
        if (this.#worker === worker) this.close()
        reject(new Error('What reads the input could not be loaded, or ended. Try again.'))
      }
      const leave = () => {
        worker.removeEventListener('message', onMessage)
        worker.removeEventListener('error', onError)
      }
      worker.addEventListener('message', onMessage)
      worker.addEventListener('error', onError)
      worker.postMessage({ id, task, given })
    })
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }
}
