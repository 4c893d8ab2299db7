import type { Reply, Tasks } from './protocol.js'

/** The worker that decodes, translates and checks, so that the page stays responsive. */
export class WorkerClient {
  #worker: Worker | undefined
  #asked = 0

  /** Loaded at the first task. */
  get #running(): Worker {
    this.#worker ??= new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' })
    return this.#worker
  }

  /** @throws Error with the worker's message of a failed task. */
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
      // All pending tasks fail. The next task starts a new worker.
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
