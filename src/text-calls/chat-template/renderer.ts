import { Template } from '@huggingface/jinja'
import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'

/** Options of a rendering. */
interface Rendering {
  readonly tools?: readonly JsonObject[]
  /** True to end the prompt with the beginning of an answer. Default: false. */
  readonly isGenerating?: boolean
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Renders conversations with a chat template. */
export class TemplateRenderer {
  readonly #template: Template
  readonly #variables: Readonly<Record<string, unknown>>

  /** @throws AdapterError if the template cannot be parsed. */
  constructor(template: string, variables: Readonly<Record<string, unknown>>) {
    this.#variables = variables
    try {
      this.#template = new Template(template)
    } catch (error) {
      throw new AdapterError('unsupported', '', `the chat template cannot be parsed: ${reasonOf(error)}`)
    }
  }

  #rendered(variables: Record<string, unknown>): string {
    try {
      return this.#template.render(variables)
    } catch (error) {
      throw new AdapterError('unsupported', '', `the chat template rejects the messages: ${reasonOf(error)}`)
    }
  }

  /** @throws AdapterError if the template rejects the messages. */
  render(
    messages: readonly JsonObject[],
    { tools = [], isGenerating = false, variables = {} }: Rendering,
  ): string {
    const given = {
      ...TOKENS,
      ...this.#variables,
      ...(tools.length > 0 && { tools }),
      add_generation_prompt: isGenerating,
      ...variables,
    }
    const rendered = attempt(() => this.#rendered({ ...given, messages }))
    if ('value' in rendered) return rendered.value
    // Jinja in Python iterates a missing member as an empty list.
    const listed = messages.map((message) => ({ tool_calls: [], ...message }))
    const again = attempt(() => this.#rendered({ ...given, messages: listed }))
    if ('value' in again) return again.value
    throw rendered.error
  }
}

const TOKENS = { bos_token: '', eos_token: '' }

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
