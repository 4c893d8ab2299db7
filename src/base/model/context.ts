import { AdapterError } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at } from '../json/read-json.js'

/** `info`: the form changed, the meaning did not. `warning`: something was repaired or could not be carried. */
export type NoticeSeverity = 'info' | 'warning'

/** One record of something that a conversion changed, repaired, moved or could not carry. */
export interface Notice {
  /** Stable, kebab-case; `docs/notices.md` lists them. */
  readonly code: string
  /** Whether anything was lost or repaired. */
  readonly severity: NoticeSeverity
  /** JSON Pointer into the input of the conversion. */
  readonly path: string
  /** For people. */
  readonly message: string
  /** What else is to be known, for programs. */
  readonly detail?: JsonValue
}

/** `report` collects notices; `strict` throws on the first one of severity `warning`. */
export type Mode = 'report' | 'strict'

/** What a conversion can be told. */
export interface ContextOptions {
  /** Whether a warning throws. Default: `report`. */
  readonly mode?: Mode | undefined
  /** The model that will read the output, or that wrote the input, when the body does not say it. */
  readonly model?: string | undefined
  /** Exact text of an object that came out of the JSON converter, when parsing changed something in it. */
  readonly exactText?: ((value: object) => string | undefined) | undefined
  /**
   * Parses JSON text whose numbers a double would change, for a writer that keeps their digits in the text it sends.
   * Default: such numbers are rounded, with the notice `number-rounded`.
   */
  readonly parseExact?: ((text: string) => JsonValue) | undefined
  /**
   * Whether canonical input is checked before it is written: kinds of messages, parts and tools, names of settings. Default: true. `false`
   * is for programs that have measured; unknown settings are then left out without a word.
   */
  readonly validate?: boolean | undefined
  /** The native request that is answered: what some wires say in an answer depends on it. Default: it is not known. */
  readonly request?: JsonObject | undefined
}

/** Members of an answer object, by its native status. */
export type AnswerFields = (status: string) => JsonObject

/** What a server that stands in for the provider tells besides. */
export interface ServerContextOptions extends ContextOptions {
  /**
   * What an answer of this status says of itself and its request, beside what is converted: settings, times. Default: the wire's
   * usual values.
   */
  readonly answerFields?: AnswerFields | undefined
}

/** What a codec is handed besides its input: where notices go and what the caller knows. */
export interface Context {
  /** The wire that is read or written: codecs of relatives are shared and keep their metadata under its id. */
  readonly wire: string
  /** JSON Pointer into the input, of what is converted now. */
  readonly path: string
  readonly notices: readonly Notice[]
  /** The model that reads or wrote it, when the body does not say it. */
  readonly model?: string | undefined
  /** The text that an object was parsed from, when parsing changed something in it. */
  readonly exactText: (value: object) => string | undefined
  /** Parses JSON and keeps every digit of its numbers. Default: they are rounded, with a notice. */
  readonly parseExact?: ((text: string) => JsonValue) | undefined
  /** The native request that is answered, when it is known. */
  readonly request?: JsonObject | undefined
  /** What an answer of this status says of itself and its request. Default: the wire's usual values. */
  readonly answerFields?: AnswerFields | undefined
  /** Records a notice, or throws AdapterError('strict') for a warning in strict mode. */
  report(notice: Notice): void
}

const noExactText = () => undefined

/**
 * What a codec is handed, for calling one by itself.
 * @param exactText in place of the one in the options.
 */
export function createContext(
  wire: string,
  options: ServerContextOptions = {},
  exactText = options.exactText,
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

/** The context of what the keys lead to: a member or an item of what is converted. */
export function contextAt<Given extends Context>(context: Given, ...keys: (string | number)[]): Given {
  let { path } = context
  for (const key of keys) path = at(path, key)
  return { ...context, path }
}

/** Tells that something of what is converted now was repaired or could not be carried. */
export function warn(code: string, message: string, context: Context): undefined {
  context.report({ code, severity: 'warning', path: context.path, message })
}

/** Tells that its form changed, and its meaning did not. */
export function inform(code: string, message: string, context: Context): undefined {
  context.report({ code, severity: 'info', path: context.path, message })
}

/** A converted value, and what the conversion has to say about it. */
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
