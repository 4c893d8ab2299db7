import { unfenced } from '../base/json/fence.js'
import { losesNumbers } from '../base/json/lossy-text.js'
import { tryParseJson } from '../base/json/parse.js'
import { compact } from '../base/json/write-json.js'
import { type DecodedArguments, decodeArgumentText, reportUnusable } from '../base/model/arguments.js'
import { type Context, createContext } from '../base/model/context.js'
import { mintId } from '../base/model/ids.js'
import type { ToolCall } from '../base/model/types.js'
import { customCall } from '../translate/fit/restore.js'
import type { BegunCall, FoundCall } from './found-call.js'

/** The id of a call. */
export type CallIdentity = Pick<ToolCall, 'id' | 'minted'>

/** Creates calls from the texts of one turn. Each call gets a unique id, which is the same on every run. */
export class CallMaker {
  readonly #ids = new Set<string>()
  /**
   * The counter that is part of each id, so that ids of thousands of identical calls are unique without a
   * search.
   */
  #count = 0

  /** @param place a value that identifies the turn, such as the id of the response. */
  constructor(
    public place = '',
    readonly context: Context = createContext(''),
  ) {}

  /**
   * Reserves the id of a call whose arguments are not complete.
   * @returns undefined if the id depends on the arguments.
   */
  begin({ begun, id }: BegunCall): CallIdentity | undefined {
    return this.place === '' && !this.#isFree(id) ? undefined : this.#identity({ tool: begun, id })
  }

  /**
   * Returns the call with an id that is unique in the turn.
   * @param identity the id that was reserved when the call began. Default: a new id.
   */
  call(found: FoundCall, identity = this.#identity(found)): ToolCall {
    const { tool, isFree, text } = found
    const head = {
      type: 'tool-call' as const,
      ...identity,
      name: tool.name,
      providerExecuted: false,
    }
    if (isFree === true && tool.isCustom && found.flaw === undefined) {
      const free = text ?? ''
      return { ...head, kind: 'custom', status: 'complete', arguments: free, rawArguments: free }
    }
    const call = compact({ ...head, kind: 'function' as const, ...this.#arguments(found) })
    return tool.isCustom ? customCall(call) : call
  }

  /** Reserves the id of a native call, so that no other call gets it. */
  use(id: string): void {
    this.#ids.add(id)
  }

  /** Returns true if the text contains an id that no other call has. */
  #isFree(id: string | undefined): id is string {
    return id !== undefined && id !== '' && !this.#ids.has(id)
  }

  #identity({ id, tool, text }: FoundCall): CallIdentity {
    this.#count += 1
    const isFree = this.#isFree(id)
    // Answers without an id are distinguished by the arguments of their calls.
    const given = this.place === '' ? (text ?? '') : ''
    let own = isFree ? id : mintId(`${this.place}#${this.#count}`, tool.name, given)
    while (this.#ids.has(own)) own = mintId(own, tool.name, '')
    this.#ids.add(own)
    return isFree ? { id: own } : { id: own, minted: true }
  }

  #arguments({ text, flaw, isMade }: FoundCall): DecodedArguments {
    if (text === undefined && flaw === undefined) return { status: 'complete', arguments: {} }
    if (flaw !== undefined) {
      reportUnusable(`are ${flaw}`, { ...this.context, path: '' })
      return { status: flaw, rawArguments: text ?? '' }
    }
    const decoded = decodeArgumentText(plainText(text ?? ''), false, { ...this.context, path: '' })
    if (decoded.status !== 'complete' || isMade !== true || losesNumbers(text ?? '')) return decoded
    return { status: 'complete', arguments: decoded.arguments }
  }
}

/** Decodes argument text that was written as a JSON string or inside a code fence. */
function plainText(text: string): string {
  const trimmed = text.trim()
  const inner = trimmed.startsWith('"') ? tryParseJson(trimmed) : undefined
  const plain = typeof inner === 'string' ? inner : text
  return unfenced(plain) ?? plain
}
