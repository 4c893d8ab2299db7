import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { define, merged } from '../../base/json/write-json.js'
import {
  type DecodedArguments,
  type DecodedFreeText,
  encodeArgumentValue,
} from '../../base/model/arguments.js'
import { type Context, contextAt } from '../../base/model/context.js'
import { mintId } from '../../base/model/ids.js'
import type { ObjectToolCall, ProviderMetadata, ToolCall, ToolResult } from '../../base/model/types.js'
import { wasAbsent } from './fields.js'
import { reportWrapped } from './losses.js'
import type { CodedRow } from './shape.js'

// What the codecs of calls and results share.

/** By what a call and its result are known. */
export interface Identity {
  /** Never empty. */
  readonly id: string
  /** True when it had none, and one was made. */
  readonly minted?: true | undefined
}

/** The id that something came with, or one that is made of its place where it had none. */
export function identity(given: JsonValue | undefined, place: string, word: string, text = ''): Identity {
  if (typeof given === 'string' && given !== '') return { id: given }
  return { id: mintId(place, word, text), minted: true }
}

/** What a result says. */
type ResultFacts = Pick<ToolResult, 'output' | 'isError'> & {
  readonly [Name in keyof ToolResult]?: ToolResult[Name] | undefined
}

/** A result. Default: it is the client's, and does not name its tool. */
export function resultOf(
  { id: callId, minted }: Identity,
  said: ResultFacts,
  providerMetadata: ProviderMetadata | undefined,
): ToolResult {
  const head = { type: 'tool-result' as const, callId, minted, name: '', providerExecuted: false }
  return merged(head, said, { providerMetadata })
}

/** What a call is beside its arguments. */
interface CallMembers {
  readonly kind: ObjectToolCall['kind']
  readonly providerExecuted: boolean
  readonly dynamic?: true | undefined
  readonly namespace?: string | undefined
  readonly providerMetadata: ProviderMetadata | undefined
}

/** A call. */
export function callOf(
  { id, minted }: Identity,
  name: string,
  decoded: DecodedArguments,
  facts: CallMembers,
): ObjectToolCall {
  return merged({ type: 'tool-call' as const, id, minted, name }, decoded, facts)
}

/** The id of a call, or of the one that a result answers. One that was made here is not written where there was none. */
export function idOf<Member extends 'id' | 'callId'>(member: Member): CodedRow<Member> {
  return {
    type: 'text',
    member,
    isNoted: true,
    read(field, { value }) {
      value[member] = field
      return true
    },
    write: ({ value, kept }, name) =>
      value.minted === true && wasAbsent(kept, name) ? undefined : value[member],
  }
}

/**
 * A call as its rows have read it, with what its arguments amount to. One without an id gets one that its place gives.
 * @param read the call: it is changed.
 * @param facts what else the rows leave open. Default: the client runs a function.
 */
export function completeCall(
  read: ToolCall,
  place: string,
  decoded: DecodedArguments | DecodedFreeText,
  facts: Partial<ToolCall> = { kind: 'function', providerExecuted: false },
): ToolCall {
  const { id, name }: Partial<ToolCall> = read
  if (id === undefined) mint(read, 'id', mintId(place, name ?? '', ''))
  return Object.assign(read, facts, decoded)
}

/** The same of a result. @param word enters the id of one that has none. */
export function completeResult(
  read: ToolResult,
  place: string,
  word: string,
  facts: Partial<ToolResult>,
): ToolResult {
  const { callId, name = '' }: Partial<ToolResult> = read
  if (callId === undefined) mint(read, 'callId', mintId(place, word, ''))
  return Object.assign(read, { name, providerExecuted: false }, facts)
}

function mint(value: object, member: 'id' | 'callId', id: string): void {
  define(value, member, id)
  define(value, 'minted', true)
}

/** How the arguments of a call came. */
export interface InputForm {
  /** Whether there were none. */
  readonly wereAbsent: boolean
  /** Whether they were other JSON than an object, or cut, and go back as they came. */
  readonly isVerbatim: boolean
}

/** What stands for the arguments of a call where they are JSON. */
export function encodeInput(
  call: ToolCall,
  { wereAbsent, isVerbatim }: InputForm,
  context: Context,
): JsonValue | undefined {
  if (call.kind === 'custom' && call.status === 'complete') {
    reportWrapped(call, context)
    return { input: call.arguments }
  }
  const isKept = isVerbatim && call.arguments === undefined
  const text = call.rawArguments ?? ''
  if (wereAbsent && (isKept ? text === '' : isEmpty(call))) return undefined
  if (isKept) return parsed(text)
  return encodeArgumentValue(call, contextAt(context, 'arguments'))
}

/** What was cut lacks the brace that its provider had closed it with. */
function parsed(text: string): JsonValue {
  const value = tryParseJson(text)
  return value === undefined ? (tryParseJson(`${text}}`) ?? {}) : value
}

function isEmpty({ kind, arguments: value }: ToolCall): boolean {
  return kind !== 'custom' && value !== undefined && Object.keys(value).length === 0
}
