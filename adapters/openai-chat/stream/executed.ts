import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { decodeExecutedTool, executedId, executedKind, executedName } from '../executed.js'
import { EXECUTED_TOOLS } from '../quirks.js'
import { mergeField } from './merge.js'
import type { DeltaReader, StreamParts } from './reader.js'

interface RunningTool {
  native: JsonObject
  readonly id: string
  readonly position: number
  done: boolean
}

/** Groq sends each executed tool twice under one index: when it starts, and again with its output. */
export class StreamedTools implements DeltaReader {
  readonly fields = [EXECUTED_TOOLS]
  readonly #tools: RunningTool[] = []

  constructor(private readonly stream: StreamParts) {}

  read({ [EXECUTED_TOOLS]: list }: JsonObject): void {
    if (!isArray(list)) mergeField(this.stream.message, EXECUTED_TOOLS, list)
    else for (const native of list) if (isObject(native)) this.#readTool(native)
  }

  #readTool(native: JsonObject): void {
    const known = this.#tools.find((each) => !each.done && each.native.index === native.index)
    const tool = known ?? this.#open(native)
    tool.native = { ...tool.native, ...native }
    if ((tool.native.output ?? null) !== null) this.#close(tool)
  }

  /** Closes the tools without an output. */
  end(): void {
    for (const tool of this.#tools) if (!tool.done) this.#close(tool)
  }

  #open(native: JsonObject): RunningTool {
    const position = this.#tools.length
    const id = executedId(this.stream.site().place, position)
    const tool = { native, id, position, done: false }
    this.#tools.push(tool)
    const kind = executedKind(native)
    this.stream.sink.emit({
      type: 'tool-input-start',
      id,
      name: executedName(native),
      kind,
      providerExecuted: true,
    })
    return tool
  }

  #close(tool: RunningTool): void {
    tool.done = true
    const { id, native, position } = tool
    const text = stringOr(native.arguments, '')
    if (text !== '') this.stream.sink.emit({ type: 'tool-input-delta', id, delta: text })
    this.stream.sink.emit({ type: 'tool-input-end', id })
    for (const part of decodeExecutedTool(native, position, this.stream.site())) {
      if (part.type === 'tool-call') this.stream.sink.emit({ type: 'tool-call', call: part })
      else if (part.type === 'tool-result') this.stream.sink.emit({ type: 'tool-result', result: part })
    }
  }
}
