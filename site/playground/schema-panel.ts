import { html, Markup } from '../../src/traffic/html/markup.js'
import { fill, part } from './dom.js'
import type { WorkerClient } from './worker-client.js'

/** Shows the schema of a tool in every dialect, with the changes for each. */
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
