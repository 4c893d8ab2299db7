import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { asJson, isArray, isObject, objectIn, objectsIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'
import { metadataUnder } from '../../base/model/metadata.js'
import type { Part, ToolCall, ToolKind, ToolResult } from '../../base/model/types.js'
import { type HostedForms, hostedForm } from '../../codec/shape/hosted-forms.js'
import {
  foreignRunId,
  type HostedRun,
  isForeignRunId,
  type RunForm,
  type RunKind,
  type RunSource,
  runOutcome,
} from '../../codec/shape/run-forms.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import type { Citations } from './fit-citations.js'

/** The source wire of an answer and the tool kinds that its client requested. */
export interface RunWires {
  /** The wire that the answer came from, and its hosted tools. */
  readonly from: string | undefined
  readonly hosted: HostedForms | undefined
  /** Kinds of the tools that the client requested. */
  readonly carried: readonly RunKind[]
}

/** A call whose result has not arrived yet. */
interface HeldRun {
  readonly call: ToolCall
  readonly result?: ToolResult
}

type Found = Required<Pick<HostedRun, 'queries' | 'sources'>>

/**
 * Converts the provider-executed calls of an answer to the hosted-tool form of the client's provider. A call
 * is held until its result arrives; a search whose results come with the text is held until the answer ends.
 */
export class ToldRuns {
  readonly #fit: FitContext
  readonly #wires: RunWires
  readonly #citations: Citations | undefined
  readonly #held: HeldRun[] = []
  #hasSearched = false

  constructor(fit: FitContext, wires: RunWires, citations: Citations | undefined) {
    this.#fit = fit
    this.#wires = wires
    this.#citations = citations
  }

  /** Returns true if calls of this kind can be converted; their arguments are not checked. */
  mayTell(kind: ToolKind): boolean {
    return this.#readerOf(kind) !== undefined
  }

  /**
   * Accepts a call or its result and returns the parts to emit now; undefined if the part is not converted.
   */
  take(part: ToolCall | ToolResult): readonly Part[] | undefined {
    if (part.type === 'tool-call') return this.#begin(part)
    const index = this.#held.findIndex(({ call, result }) => call.id === part.callId && result === undefined)
    const held = this.#held[index]
    if (held === undefined) return undefined
    const run = this.#read(held.call, part)
    if (isUntold(run) && this.#citations?.arePlaced !== true) {
      this.#held[index] = { call: held.call, result: part }
      return []
    }
    this.#held.splice(index, 1)
    return this.#tell(held.call, part, run ?? {})
  }

  /**
   * Returns the parts that are still held when the answer ends.
   * @param answer a text that distinguishes this answer from others.
   */
  finish(found: Found, answer = ''): readonly Part[] {
    const held = this.#held.splice(0)
    const last = held.findLast(({ result }) => result !== undefined)
    const parts = held.flatMap((one) => {
      const run = this.#read(one.call, one.result) ?? {}
      const isSearch = one.result !== undefined
      const sources = one === last ? found.sources : []
      return this.#tell(one.call, one.result, isSearch ? { ...run, sources } : run)
    })
    const isUntold = !this.#hasSearched && found.sources.length + found.queries.length > 0
    return isUntold && this.#wires.carried.includes('web_search') ? this.#search(found, answer) : parts
  }

  #begin(call: ToolCall): readonly Part[] | undefined {
    if (this.#read(call, undefined) === undefined) return undefined
    if (call.kind === 'web_search') this.#hasSearched = true
    this.#held.push({ call })
    return []
  }

  #read(call: ToolCall, result: ToolResult | undefined): HostedRun | undefined {
    if (call.kind === 'custom' || call.status !== 'complete') return undefined
    const { name, arguments: input } = call
    const own = call.providerMetadata?.[this.#wires.from ?? ''] ?? {}
    if (isForeignRunId(call.id)) return this.#writtenFor(call.kind) && NEUTRAL[call.kind]?.(input, result)
    return this.#readerOf(call.kind)?.({ name, input, own }, result)
  }

  /** Returns the reader for calls of this kind, if the client's provider has a form for them. */
  #readerOf(kind: ToolKind): RunForm['read'] {
    const { from, hosted } = this.#wires
    if (from === this.#fit.wire || this.#writtenFor(kind) === undefined) return undefined
    return hostedForm(hosted, kind)?.run?.read
  }

  #writtenFor(kind: ToolKind): RunForm | undefined {
    const write = hostedForm(this.#fit.hosted, kind)?.run
    if (this.#fit.providerExecuted !== 'drop' || write === undefined) return undefined
    if (write.write === undefined && this.#citations?.takesSources !== true) return undefined
    return write.isFree || this.#wires.carried.some((one) => one === kind) ? write : undefined
  }

  #tell(call: ToolCall, result: ToolResult | undefined, run: HostedRun): readonly Part[] {
    const write = this.#writtenFor(call.kind)
    const { sources = [], queries = [] } = run
    this.#citations?.tell(sources)
    const path = this.#fit.pathOf(call)
    if (write?.write === undefined) {
      this.#citations?.add(sources, queries, path)
      this.#report(call, result, { queries, sources: asJson(sources) }, path)
      return []
    }
    const parts = this.#parts(write, run, call, result !== undefined)
    this.#report(call, result, asJson(parts), path)
    return parts
  }

  #parts({ idPrefix, write }: RunForm, run: HostedRun, call: ToolCall, isDone: boolean): readonly Part[] {
    const minted = idPrefix === undefined ? (true as const) : undefined
    const id = idPrefix === undefined ? call.id : foreignRunId(idPrefix, stableHash(call.id))
    const written = write?.(run, id)
    if (written === undefined) return []
    const { name, input, metadata } = written.call
    const kind = call.kind === 'custom' ? 'other' : call.kind
    const told: ToolCall = compact({
      ...{ type: 'tool-call', id, minted, name, kind, status: 'complete', arguments: input },
      ...{ providerExecuted: true, providerMetadata: metadataUnder(this.#fit, metadata) },
    })
    if (written.result === undefined || !isDone) return [told]
    const { output, isError = false, metadata: kept } = written.result
    const result: ToolResult = compact({
      ...{ type: 'tool-result', callId: id, minted, name, output, isError, providerExecuted: true },
      providerMetadata: kept && metadataUnder(this.#fit, kept),
    })
    return [told, result]
  }

  /** Creates the parts of a search that is visible only in the citations of the answer. */
  #search(found: Found, answer: string): readonly Part[] {
    const id = `${answer}\n${found.sources.map(({ url }) => url).join('\n')}`
    const call: ToolCall = {
      ...{ type: 'tool-call', id, name: 'web_search', kind: 'web_search', status: 'complete' },
      ...{ arguments: {}, providerExecuted: true },
    }
    const write = hostedForm(this.#fit.hosted, 'web_search')?.run
    if (write?.write === undefined) {
      this.#citations?.add([], found.queries, '')
      return []
    }
    this.#citations?.tell(found.sources)
    return this.#parts(write, found, call, true)
  }

  #report(call: ToolCall, result: ToolResult | undefined, told: JsonValue, path: string): void {
    const said = new Set([...leaves(told), undefined, null, ''])
    const output = result && 'value' in result.output ? result.output.value : undefined
    const detail: Record<string, number> = {}
    for (const name of unsaidIn(asJson({ arguments: call.arguments, output }), said))
      detail[name] = (detail[name] ?? 0) + 1
    const unsaid = Object.keys(detail)
    this.#fit.report({
      code: 'provider-executed-as-hosted',
      severity: 'info',
      path,
      message: `the call of ${call.name}, which another provider ran itself, is shown as one of the reader's provider${
        unsaid.length === 0 ? '' : `, without ${unsaid.join(', ')}`
      }`,
      ...(unsaid.length > 0 && { detail }),
    })
  }
}

/** Readers for calls that the client's server ran instead of a provider. */
const NEUTRAL: Readonly<
  Partial<Record<ToolKind, (input: JsonObject, result: ToolResult | undefined) => HostedRun>>
> = {
  web_search: ({ query }, result) => ({
    queries: typeof query === 'string' ? [query] : [],
    ...(result && { sources: sourcesIn(result), ...failureOf(result) }),
  }),
  tool_search: ({ query }, result) => ({
    queries: typeof query === 'string' ? [query] : [],
    tools: objectsIn(result?.output.type === 'json' ? result.output.value : []),
    ...(result && failureOf(result)),
  }),
  code_execution: ({ code }, result) => ({
    code: typeof code === 'string' ? code : '',
    ...runOutcome(result),
  }),
}

function failureOf(result: ToolResult): Pick<HostedRun, 'error'> {
  const { error } = runOutcome(result)
  return error === undefined ? {} : { error }
}

/** Returns the pages in a list of search results, or the addresses in a text. */
function sourcesIn({ output }: ToolResult): RunSource[] {
  const value = output.type === 'text' ? (tryParseJson(output.value) ?? output.value) : undefined
  const list = output.type === 'json' ? output.value : value
  if (typeof list === 'string')
    return [...new Set(list.match(/https?:\/\/[^\s<>"')\]]+/g))].map((url) => ({ url }))
  const items = isArray(list)
    ? list
    : Object.values(objectIn(list)).flatMap((member) => (isArray(member) ? member : []))
  return objectsIn(items).flatMap(({ url, title }) =>
    typeof url === 'string' ? [compact({ url, title: typeof title === 'string' ? title : undefined })] : [],
  )
}

/** Returns true if the provider reports the results of a search only with the text of the answer. */
function isUntold(run: HostedRun | undefined): boolean {
  const { queries, sources, tools, error } = run ?? {}
  return queries !== undefined && sources === undefined && tools === undefined && error === undefined
}

function leaves(value: JsonValue | undefined): unknown[] {
  if (isArray(value)) return value.flatMap(leaves)
  return isObject(value) ? Object.values(value).flatMap(leaves) : [value]
}

/**
 * Returns the name of each member, at any depth, whose value is missing from `said`.
 * @param name of the value itself.
 */
function unsaidIn(value: JsonValue | undefined, said: ReadonlySet<unknown>, name = ''): string[] {
  if (isArray(value)) return value.flatMap((item) => unsaidIn(item, said, name))
  if (isObject(value)) return Object.entries(value).flatMap(([key, member]) => unsaidIn(member, said, key))
  return name === 'type' || said.has(value) ? [] : [name]
}
