import { Markup } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import type { Frames } from './protocol.js'
import type { WorkerClient } from './worker-client.js'

/** Plays a stream: shows the answer after a number of its pieces. */
export class PlaybackPanel {
  readonly #client: WorkerClient
  readonly #play: HTMLButtonElement
  readonly #slider: HTMLInputElement
  readonly #speed: HTMLSelectElement
  readonly #time: HTMLElement
  readonly #answer: HTMLElement
  #frames: Frames = { at: [], isRecorded: false }
  /** The number of pieces to show once the worker has answered. */
  #wanted: number | undefined
  #isAsking = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(root: HTMLElement, client: WorkerClient) {
    this.#client = client
    this.#play = part(root, 'play', HTMLButtonElement)
    this.#slider = part(root, 'slider', HTMLInputElement)
    this.#speed = part(root, 'speed', HTMLSelectElement)
    this.#time = part(root, 'time', HTMLElement)
    this.#answer = part(root, 'answer', HTMLElement)
    this.#play.addEventListener('click', () => (this.#timer === undefined ? this.#start() : this.stop()))
    this.#slider.addEventListener('input', () => {
      this.stop()
      this.#moveTo(this.#slider.valueAsNumber)
    })
  }

  /** Shows a stream at its end. */
  show(frames: Frames): void {
    this.stop()
    this.#frames = frames
    this.#slider.max = String(frames.at.length)
    this.#moveTo(frames.at.length)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#play.textContent = 'Play'
  }

  #start(): void {
    const { at } = this.#frames
    const from = this.#slider.valueAsNumber >= at.length ? 0 : this.#slider.valueAsNumber
    this.#play.textContent = 'Pause'
    this.#moveTo(from)
    this.#step(from)
  }

  /**
   * Waits for the recorded delay of the next piece, and shows it. Pieces with the same time are shown
   * together.
   */
  #step(count: number): void {
    const { at } = this.#frames
    const next = at[count]
    if (next === undefined) {
      this.stop()
      return
    }
    const wait = (next - (at[count - 1] ?? 0)) / Number(this.#speed.value)
    this.#timer = setTimeout(() => {
      let reached = count + 1
      while (at[reached] === next) reached += 1
      this.#moveTo(reached)
      this.#step(reached)
    }, wait)
  }

  #moveTo(count: number): void {
    const { at, isRecorded } = this.#frames
    this.#slider.value = String(count)
    const seconds = ((at[count - 1] ?? 0) / 1000).toFixed(2)
    this.#time.textContent = `${count} of ${at.length} pieces, ${seconds} s${isRecorded ? '' : ' (nobody recorded the times)'}`
    this.#slider.setAttribute('aria-valuetext', this.#time.textContent)
    this.#wanted = count
    void this.#ask()
  }

  /** Sends one request at a time. Of the requests made meanwhile, only the last one is sent. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    while (this.#wanted !== undefined) {
      const count = this.#wanted
      this.#wanted = undefined
      const answer = await this.#client.ask('answerAt', count).catch(() => '')
      fill(this.#answer, new Markup(answer))
    }
    this.#isAsking = false
  }
}
