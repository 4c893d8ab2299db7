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

// Shared code of the codecs of calls and results.

/** The id that pairs a call and its result. */
export interface Identity {
  /** The id. Never empty. */
  readonly id: string
  /** True if the id was missing and was minted. */
  readonly minted?: true | undefined
}

/** Returns the given id, or mints one from its position if it is missing. */
export function identity(given: JsonValue | undefined, place: string, word: string, text = ''): Identity {
  if (typeof given === 'string' && given !== '') return { id: given }
  return { id: mintId(place, word, text), minted: true }
}

/** The content of a result. */
type ResultFacts = Pick<ToolResult, 'output' | 'isError'> & {
  readonly [Name in keyof ToolResult]?: ToolResult[Name] | undefined
}

/** Creates a result. Default: the result comes from the client and has no tool name. */
export function resultOf(
  { id: callId, minted }: Identity,
  said: ResultFacts,
  providerMetadata: ProviderMetadata | undefined,
): ToolResult {
  const head = { type: 'tool-result' as const, callId, minted, name: '', providerExecuted: false }
  return merged(head, said, { providerMetadata })
}

/** The members of a call other than its arguments. */
interface CallMembers {
  readonly kind: ObjectToolCall['kind']
  readonly providerExecuted: boolean
  readonly dynamic?: true | undefined
  readonly namespace?: string | undefined
  readonly providerMetadata: ProviderMetadata | undefined
}

/** Creates a call. */
export function callOf(
  { id, minted }: Identity,
  name: string,
  decoded: DecodedArguments,
  facts: CallMembers,
): ObjectToolCall {
  return merged({ type: 'tool-call' as const, id, minted, name }, decoded, facts)
}

/**
 * Creates the row of the id of a call, or of the call that a result answers. A minted id is not written if
 * the native object had no id.
 */
export function callIdIn<Member extends 'id' | 'callId'>(member: Member): CodedRow<Member> {
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

/** Creates the row of the name of a tool. An empty name is not written if the native object had no name. */
export function toolNameIn<Member extends 'name'>(member: Member): CodedRow<Member> {
  return {
    type: 'string',
    member,
    isNoted: true,
    read(field, { value }) {
      value[member] = field
      return true
    },
    write: ({ value, kept }, name) =>
      value[member] === '' && wasAbsent(kept, name) ? undefined : value[member],
  }
}

/**
 * Completes a call that was decoded by its rows with its decoded arguments. A missing id is minted from its
 * position.
 * @param read the call, which is modified.
 * @param facts members that the rows do not determine. Default: the members of a function that the client
 * runs.
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

/**
 * Completes a result that was decoded by its rows, as `completeCall` does for a call.
 * @param word part of the input of a minted id.
 */
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

/** The native form of the arguments of a call. */
export interface InputForm {
  /** True if the arguments were absent. */
  readonly wereAbsent: boolean
  /** True if the arguments were truncated or were JSON but not an object. They are then encoded unchanged. */
  readonly isVerbatim: boolean
}

/** Encodes the arguments of a call as JSON. */
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

/** Parses the text. A truncated text lacks the closing brace that the provider added. */
function parsed(text: string): JsonValue {
  const value = tryParseJson(text)
  return value === undefined ? (tryParseJson(`${text}}`) ?? {}) : value
}

function isEmpty({ kind, arguments: value }: ToolCall): boolean {
  return kind !== 'custom' && value !== undefined && Object.keys(value).length === 0
}
