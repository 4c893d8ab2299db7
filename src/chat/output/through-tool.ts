import type { JsonObject } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { StreamEvent } from '../../base/model/events.js'
import { finishOf, outcomeOf } from '../../base/model/outcome.js'
import type { Conversation, FunctionTool, ToolCall, ToolChoice } from '../../base/model/types.js'
import { type EventStep, toldWhole } from '../../codec/stream/event-step.js'

/** A conversation whose answer is returned as a call, with the step that converts the call back to text. */
export interface ThroughTool {
  readonly conversation: Conversation
  createStep(): EventStep
}

const DESCRIPTION = 'Gives the final answer. Call it once, when everything else is done.'
/** The member that contains a value other than an object, since tools require objects. */
const WRAPPER = 'value'

/**
 * Requests the object as the arguments of a tool, for models without structured output. The call becomes the
 * text of the answer, so that it is never pending and the conversation can continue with any model.
 */
export function throughTool(conversation: Conversation, schema: JsonObject): ThroughTool {
  const { outputFormat: _format, tools = [], toolChoice, ...rest } = conversation
  const name = freeName(tools.map(({ name }) => name))
  const isWrapped = schema.type !== 'object'
  const tool: FunctionTool = {
    type: 'function',
    name,
    description: DESCRIPTION,
    parameters: isWrapped ? wrapped(schema) : schema,
  }
  return {
    conversation: { ...rest, tools: [...tools, tool], toolChoice: choiceOf(name, tools.length, toolChoice) },
    createStep: () => new AnswerCalls(name, isWrapped),
  }
}

/** Returns the tool choice for an output tool. If there are other tools, the model may call them first. */
function choiceOf(name: string, others: number, given: ToolChoice | undefined): ToolChoice {
  if (given?.type === 'tool' || given?.type === 'opaque') return given
  return others === 0 || given?.type === 'none' ? { type: 'tool', name } : { type: 'required' }
}

function freeName(taken: readonly string[]): string {
  let name = 'final_answer'
  while (taken.includes(name)) name += '_'
  return name
}

/**
 * Wraps a schema in an object. Definitions stay at the root, since references point to the root of a schema.
 */
function wrapped({ $defs, definitions, ...schema }: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { [WRAPPER]: schema },
    required: [WRAPPER],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

/** Converts calls of the tool to text. */
class AnswerCalls implements EventStep {
  /** Texts that have begun. */
  readonly #open = new Set<string>()
  #hasOthers = false

  constructor(
    private readonly name: string,
    private readonly isWrapped: boolean,
  ) {}

  push(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'restart':
        this.#open.clear()
        this.#hasOthers = false
        return [event]
      case 'tool-input-start':
        if (event.name !== this.name) return [event]
        this.#open.add(event.id)
        return this.isWrapped ? [] : [{ type: 'text-start', id: event.id }]
      case 'tool-input-delta':
        if (!this.#open.has(event.id)) return [event]
        return this.isWrapped ? [] : [{ type: 'text-delta', id: event.id, delta: event.delta }]
      case 'tool-input-end':
        return this.#open.has(event.id) ? [] : [event]
      case 'tool-call':
        return event.call.name === this.name ? this.#answer(event.call) : this.#other(event)
      case 'finish':
        return [
          this.#hasOthers || outcomeOf(event.finish) !== 'tool-calls' ? event : { ...event, finish: STOP },
        ]
      default:
        return [event]
    }
  }

  finish(): readonly StreamEvent[] {
    return []
  }

  #answer(call: ToolCall): readonly StreamEvent[] {
    const part = { type: 'text' as const, text: this.#textOf(call) }
    const isTold = this.#open.delete(call.id) && !this.isWrapped
    return isTold ? [{ type: 'text-end', id: call.id, part }] : toldWhole(call.id, part)
  }

  #other(event: Extract<StreamEvent, { type: 'tool-call' }>): readonly StreamEvent[] {
    if (!event.call.providerExecuted) this.#hasOthers = true
    return [event]
  }

  #textOf({ arguments: given, rawArguments }: ToolCall): string {
    const inside = this.isWrapped && isObject(given) ? given[WRAPPER] : undefined
    return inside === undefined ? (rawArguments ?? stringifyJson(given ?? {})) : stringifyJson(inside)
  }
}

const STOP = /* @__PURE__ */ finishOf('complete')
