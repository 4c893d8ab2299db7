import { encodeArgumentText } from '../base/model/arguments.js'
import type { StreamEvent } from '../base/model/events.js'
import type { ToolCall } from '../base/model/types.js'
import { wholeInput } from '../translate/fit/restore.js'
import type { CallIdentity, CallMaker } from './call-maker.js'
import type { ArgumentPiece, BegunCall, FoundCall } from './found-call.js'

/** A call whose start was emitted. */
interface OpenCall {
  readonly identity: CallIdentity
  /** True if the arguments are JSON text, and not free text. */
  readonly isJson: boolean
  /** The argument text that was emitted. */
  text: string
}

/** The events of the calls of one text, one call after another. */
export class CallEvents {
  #open: OpenCall | undefined

  constructor(readonly maker: CallMaker) {}

  /** Returns the events for the progress of a call: its start, or a delta of its arguments. */
  progress(item: BegunCall | ArgumentPiece): readonly StreamEvent[] {
    if ('begun' in item) return this.#begin(item)
    const open = this.#open
    if (open === undefined || !open.isJson) return []
    open.text += item.piece
    return [{ type: 'tool-input-delta', id: open.identity.id, delta: item.piece }]
  }

  /** Returns the events that end a call. A call that has not begun has only one event. */
  end(found: FoundCall): readonly StreamEvent[] {
    const open = this.#open
    this.#open = undefined
    const call = this.maker.call(found, open?.identity)
    return [...(open === undefined ? [] : restOf(call, open.text)), { type: 'tool-call', call }]
  }

  #begin(begun: BegunCall): readonly StreamEvent[] {
    const { name, isCustom } = begun.begun
    const identity = this.maker.begin(begun)
    if (identity === undefined) return []
    this.#open = { identity, isJson: !isCustom, text: '' }
    const { id } = identity
    const kind = isCustom ? 'custom' : 'function'
    return [{ type: 'tool-input-start', id, name, kind, providerExecuted: false }]
  }
}

/** Returns the events for the arguments that were not emitted yet. */
function restOf(call: ToolCall, sent: string): readonly StreamEvent[] {
  if (sent === '') return wholeInput(call)
  const { id } = call
  const text = call.rawArguments ?? encodeArgumentText(call)
  const delta = text.startsWith(sent) ? text.slice(sent.length) : ''
  const end: StreamEvent = { type: 'tool-input-end', id }
  return delta === '' ? [end] : [{ type: 'tool-input-delta', id, delta }, end]
}
