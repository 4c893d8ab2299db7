import { isObject, stringOr } from '../../../src/json/read.js'
import type { JsonArray, JsonObject } from '../../../src/json/types.js'
import type { Site } from '../calls.js'
import { decodeExecutedTool, executedId, executedKind, executedName } from '../executed.js'
import type { Sink } from './sink.js'

interface RunningTool {
  native: JsonObject
  readonly id: string
  readonly position: number
  done: boolean
}

/** Groq sends each executed tool twice under one index: when it starts, and again with its output. */
export class StreamedTools {
  readonly #tools: RunningTool[] = []

  constructor(
    private readonly sink: Sink,
    private readonly site: () => Site,
  ) {}

  read(list: JsonArray): void {
    for (const native of list) {
      if (!isObject(native)) continue
      const tool =
        this.#tools.find((known) => !known.done && known.native.index === native.index) ?? this.#open(native)
      tool.native = { ...tool.native, ...native }
      if ((tool.native.output ?? null) !== null) this.#close(tool)
    }
  }

  /** Closes the tools whose output never came. */
  end(): void {
    for (const tool of this.#tools) if (!tool.done) this.#close(tool)
  }

  #open(native: JsonObject): RunningTool {
    const position = this.#tools.length
    const id = executedId(this.site().place, position)
    const tool = { native, id, position, done: false }
    this.#tools.push(tool)
    const kind = executedKind(native)
    this.sink.emit({ type: 'tool-input-start', id, name: executedName(native), kind, providerExecuted: true })
    return tool
  }

  #close(tool: RunningTool): void {
    tool.done = true
    const { id, native, position } = tool
    const text = stringOr(native.arguments, '')
    if (text !== '') this.sink.emit({ type: 'tool-input-delta', id, delta: text })
    this.sink.emit({ type: 'tool-input-end', id })
    for (const part of decodeExecutedTool(native, position, this.site())) {
      if (part.type === 'tool-call') this.sink.emit({ type: 'tool-call', call: part })
      else if (part.type === 'tool-result') this.sink.emit({ type: 'tool-result', result: part })
    }
  }
}
