import { AdapterError } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, expectObject, isObject } from '../json/read-json.js'
import type { Message } from './types.js'

/**
 * The severity of a notice. `info`: the form changed and the meaning is the same. `warning`: a value was
 * repaired or could not be converted.
 */
export type NoticeSeverity = 'info' | 'warning'

/** A record of a value that a conversion changed, repaired, moved or omitted. */
export interface Notice {
  /** Stable, kebab-case; `docs/notices.md` lists them. */
  readonly code: string
  /** `warning` if something was lost or repaired, otherwise `info`. */
  readonly severity: NoticeSeverity
  /** JSON Pointer into the input of the conversion. */
  readonly path: string
  /** The human-readable text. */
  readonly message: string
  /** Further data, for programs. */
  readonly detail?: JsonValue
}

/**
 * The handling of notices: `report` collects them; `strict` throws an error at the first notice of severity
 * `warning`.
 */
export type Mode = 'report' | 'strict'

/** Options of every conversion. */
export interface ContextOptions {
  /** `strict` makes a warning throw. Default: `report`. */
  readonly mode?: Mode | undefined
  /** The model that receives the output or wrote the input, if the body does not contain it. */
  readonly model?: string | undefined
  /** Returns the exact text of an object from the JSON converter, if parsing changed something in it. */
  readonly exactText?: ((value: object) => string | undefined) | undefined
  /**
   * Parses JSON text whose numbers a double would change, for a writer that keeps the digits in the sent
   * text. Default: these numbers are rounded, with the notice `number-rounded`.
   */
  readonly parseExact?: ((text: string) => JsonValue) | undefined
  /**
   * True to check canonical input before it is written: kinds of messages, parts and tools, names of
   * settings. Default: true. `false` is for programs with a measured need for speed; unknown settings are
   * then dropped without a notice.
   */
  readonly validate?: boolean | undefined
  /** The native request of the answer, for wires whose answers depend on their request. Default: unknown. */
  readonly request?: JsonObject | undefined
}

/** Members of an answer object, by its native status if the wire has one. */
export type AnswerFields = (status?: string) => JsonObject

/** Options of a server that replaces the provider. */
export interface ServerContextOptions extends ContextOptions {
  /**
   * Returns the fields of an answer of this status that describe it and its request and are not converted:
   * settings, times. Default: the wire's usual values.
   */
  readonly answerFields?: AnswerFields | undefined
}

/** The input of a codec in addition to the value: where notices go, and facts from the caller. */
export interface Context {
  /** The wire that is read or written. Related wires share codecs and keep their metadata under this id. */
  readonly wire: string
  /** JSON Pointer into the input, to the value that is converted now. */
  readonly path: string
  readonly notices: readonly Notice[]
  /** The model that receives or wrote the message, if the body does not contain it. */
  readonly model?: string | undefined
  /** Returns the source text of an object, if parsing changed something in it. */
  readonly exactText: (value: object) => string | undefined
  /** Parses JSON and keeps every digit of its numbers. Default: numbers are rounded, with a notice. */
  readonly parseExact?: ((text: string) => JsonValue) | undefined
  /** The native request of the answer, if known. */
  readonly request?: JsonObject | undefined
  /**
   * Returns the fields of an answer of this status that describe it and its request. Default: the wire's
   * usual values.
   */
  readonly answerFields?: AnswerFields | undefined
  /** The messages that earlier requests of the conversation decoded. Default: all messages are decoded. */
  readonly earlier?: EarlierMessages | undefined
  /** Records a notice, or throws AdapterError('strict') for a warning in strict mode. */
  report(notice: Notice): void
}

/** Decoded messages by their native objects, which do not change and keep their index in the list. */
export interface EarlierMessages {
  /**
   * Returns the messages of a native object that was decoded before, and reports their notices again.
   * Undefined for other objects.
   */
  known(native: JsonObject, list: Context): readonly Message[] | undefined
  /** Decodes a native object, and remembers its messages. */
  decode<Given extends Context>(
    native: JsonObject,
    context: Given,
    decode: DecodeMessages<Given>,
  ): readonly Message[]
}

type DecodeMessages<Given> = (native: JsonObject, context: Given) => readonly Message[]

const noExactText = () => undefined

/**
 * Creates the context for a direct call of a codec.
 * @param exactText replaces the text in the options.
 * @throws AdapterError('wrong-type') for options that are not an object.
 */
export function createContext(
  wire: string,
  options: ServerContextOptions = {},
  exactText = checkedOptions(options).exactText,
): Context {
  const notices: Notice[] = []
  return {
    wire,
    path: '',
    notices,
    model: options.model,
    exactText: exactText ?? noExactText,
    parseExact: options.parseExact,
    request: options.request,
    answerFields: options.answerFields,
    report(notice) {
      if (options.mode === 'strict' && notice.severity === 'warning') {
        throw new AdapterError('strict', notice.path, `${notice.code}: ${notice.message}`, notice.detail)
      }
      notices.push(notice)
    },
  }
}

function checkedOptions(options: ServerContextOptions | null): ServerContextOptions {
  if (typeof options === 'object' && options !== null) return options
  throw new AdapterError('wrong-type', '', 'options have to be an object')
}

/** Returns the context at these keys: of a member or an item of the current value. */
export function contextAt<Given extends Context>(context: Given, ...keys: (string | number)[]): Given {
  let { path } = context
  for (const key of keys) path = at(path, key)
  return { ...context, path }
}

/**
 * Decodes an item of the native messages, unless an earlier request of the conversation contained it.
 * @param list the context of the list.
 */
export function decodeOnce<Given extends Context>(
  value: JsonValue,
  index: number,
  list: Given,
  decode: DecodeMessages<Given>,
): readonly Message[] {
  const known = isObject(value) ? list.earlier?.known(value, list) : undefined
  if (known !== undefined) return known
  const here = contextAt(list, index)
  const native = expectObject(value, here.path)
  return list.earlier?.decode(native, here, decode) ?? decode(native, here)
}

/** Reports that a part of the current value was repaired or could not be converted. */
export function warn(code: string, message: string, context: Context): undefined {
  context.report({ code, severity: 'warning', path: context.path, message })
}

/** Reports that the form of the current value changed, with the same meaning. */
export function inform(code: string, message: string, context: Context): undefined {
  context.report({ code, severity: 'info', path: context.path, message })
}

/** A converted value and the notices of the conversion. */
export interface Converted<Value> {
  readonly value: Value
  readonly notices: readonly Notice[]
}

export function converted<Value>(
  wire: string,
  options: ContextOptions | undefined,
  convert: (context: Context) => Value,
): Converted<Value> {
  const context = createContext(wire, options)
  return { value: convert(context), notices: context.notices }
}
