import { html, Markup } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import type { WorkerClient } from './worker-client.js'

/** The schema of a tool in every dialect, and what had to be changed for it. */
export class SchemaPanel {
  readonly #client: WorkerClient
  readonly #tool: HTMLSelectElement
  readonly #schemas: HTMLElement

  constructor(root: HTMLElement, client: WorkerClient) {
    this.#client = client
    this.#tool = part(root, 'tool', HTMLSelectElement)
    this.#schemas = part(root, 'schemas', HTMLElement)
    this.#tool.addEventListener('change', () => void this.show())
  }

  offer(tools: readonly string[]): void {
    fill(this.#tool, html`${tools.map((name) => html`<option>${name}</option>`)}`)
  }

  async show(): Promise<void> {
    fill(this.#schemas, new Markup(await this.#client.ask('schemas', this.#tool.value)))
  }
}
