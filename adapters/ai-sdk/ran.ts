import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, isObject, objectIn } from '../../src/base/json/read-json.js'
import { compact, equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { metadataOf, type Wired } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { namespaceOf } from './namespaces.js'
import { anthropic } from './ran/anthropic.js'
import { googleForms } from './ran/google.js'
import { openaiForms } from './ran/openai.js'
import type { PackageForm, Ran, RanResult } from './ran/package-form.js'

// Provider-run calls and results: the form that a package of the SDK stores, and the form of the provider's wire. A stored call goes
// back to its provider unchanged. Sources: README.md.

const FORMS: readonly PackageForm[] = [anthropic, ...openaiForms, ...googleForms]

/** Converts parts of a message to the form of the provider's own wire, if the package's form is known. */
export function asWires(parts: readonly Part[], wired: Wired): Part[] {
  return converted(parts, (call, result) => {
    if (metadataOf(call, wired)?.executed !== true) return undefined
    for (const { id, wire, toWire, toPackage } of FORMS) {
      const ran = id.test(call.id) ? ranOf(call, result, wire, wired) : undefined
      const own = ran && toWire(ran)
      // A part is unchanged if converting it back would not restore it.
      const again = own && toPackage(own)
      const isWhole = again && isSame(again, ran)
      if (own !== undefined && isWhole) return [own, wire]
    }
    return undefined
  })
}

/** Converts parts of a message back to the form of the packages, if they came from there. */
export function asPackages(parts: readonly Part[], wired: Wired): readonly Part[] {
  return converted(parts, (call, result) => {
    if (metadataOf(call, wired)?.executed !== true) return undefined
    for (const { id, wire, toPackage } of FORMS) {
      const isMeant = id.test(call.id) && isNative(call.providerMetadata?.[wire])
      const ran = isMeant ? ranOf(call, result, wire, wired) : undefined
      const kept = ran && toPackage(ran)
      if (kept !== undefined) return [kept, wire]
    }
    return undefined
  })
}

type Convert = (
  call: ToolCall,
  result: ToolResult | undefined,
) => readonly [ran: Ran, wire: string] | undefined

function converted(parts: readonly Part[], convert: Convert): Part[] {
  const changed = new Map<Part, Part>()
  for (const call of parts) {
    if (call.type === 'tool-result' && call.providerExecuted && !isPaired(call, parts)) {
      // A result of a call in an earlier, paused answer.
      const [ran, wire = ''] = convert(callOf(call), call) ?? []
      if (ran?.result !== undefined) changed.set(call, withResult(call, ran, ran.result, wire))
    }
    if (call.type !== 'tool-call' || !call.providerExecuted) continue
    const result = parts.find(
      (part): part is ToolResult =>
        part.type === 'tool-result' && part.providerExecuted && part.callId === call.id && !changed.has(part),
    )
    const [ran, wire = ''] = convert(call, result) ?? []
    if (ran === undefined) continue
    changed.set(call, withRan(call, ran, wire))
    if (result !== undefined && ran.result !== undefined)
      changed.set(result, withResult(result, ran, ran.result, wire))
  }
  return parts.map((part) => changed.get(part) ?? part)
}

function isPaired({ callId }: ToolResult, parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'tool-call' && part.id === callId)
}

function callOf({ callId, name, providerMetadata }: ToolResult): ToolCall {
  const call = { id: callId, name, providerExecuted: true, providerMetadata }
  return compact({
    type: 'tool-call' as const,
    kind: 'other' as const,
    ...call,
    status: 'complete' as const,
    arguments: {},
  })
}

function ranOf(call: ToolCall, result: ToolResult | undefined, wire: string, wired: Wired): Ran | undefined {
  const { arguments: input, rawArguments: text, providerMetadata } = call
  if (call.kind === 'custom' || !isObject(input)) return undefined
  return {
    name: call.name,
    input,
    text,
    metadata: objectIn(providerMetadata?.[wire]),
    options: optionsOf(call, wire, wired),
    result: result && {
      output: result.output,
      metadata: objectIn(result.providerMetadata?.[wire]),
      options: optionsOf(result, wire, wired),
    },
  }
}

function withRan(call: ToolCall, { name, input, text, metadata }: Ran, wire: string): ToolCall {
  if (call.kind === 'custom') return call
  const { rawArguments: _text, status: _status, arguments: _input, ...head } = call
  const providerMetadata = withOwn(call.providerMetadata, wire, metadata)
  const told = { status: 'complete' as const, arguments: input, rawArguments: text }
  return compact({ ...head, name, ...told, providerMetadata })
}

function withResult(
  result: ToolResult,
  { name }: Ran,
  { output, metadata }: RanResult,
  wire: string,
): ToolResult {
  const isError = output.type === 'content' ? result.isError : output.type.startsWith('error')
  return {
    ...result,
    name,
    output,
    isError,
    providerMetadata: withOwn(result.providerMetadata, wire, metadata, false),
  }
}

function withOwn(
  metadata: ToolCall['providerMetadata'] = {},
  wire: string,
  own: JsonObject | undefined,
  isCall = true,
): NonNullable<ToolCall['providerMetadata']> {
  const { [wire]: before = {}, ...others } = metadata
  if (own !== undefined) {
    const extra = unlessEmpty({ ...objectIn(before.extra), ...objectIn(own.extra) })
    return { ...others, [wire]: compact({ ...before, ...own, extra }) }
  }
  // Fields from the packages' namespaces are kept; the others depend on the form.
  const { itemId, signature, extra } = isCall ? before : {}
  const { caller } = objectIn(extra)
  const left = unlessEmpty({ itemId, signature, extra: caller && { caller } })
  return left === undefined ? others : { ...others, [wire]: left }
}

function isNative(metadata: JsonObject | undefined): boolean {
  return (metadata?.block ?? metadata?.type ?? metadata?.part) !== undefined
}

function optionsOf(part: ToolCall | ToolResult, wire: string, wired: Wired): JsonObject {
  const { providerOptions } = objectIn(metadataOf(part, wired)?.extra)
  return objectIn(namespaceOf(objectIn(providerOptions), wire))
}

function isSame(one: Ran, other: Ran | undefined): boolean {
  return other !== undefined && equalJson(asJson(comparable(one)), asJson(comparable(other)))
}

function comparable({ name, input, result }: Ran): object {
  return { name, input, output: result?.output ?? null }
}
