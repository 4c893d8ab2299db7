import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import { ALLOWED_MODES } from '../../base/model/constants.js'
import type { Context } from '../../base/model/context.js'
import { opaque } from '../../base/model/metadata.js'
import type { ToolChoice } from '../../base/model/types.js'
import type { ToolsCodec } from './codecs.js'
import { dropChoice, encodeOpaqueChoice, widenAllowed } from './losses.js'

type ChoiceWord = 'auto' | 'none' | 'required'
const WORDS: readonly ChoiceWord[] = ['auto', 'none', 'required']

/**
 * The native forms of the tool choice. Encoding writes a form. Decoding recognizes any native value with the
 * members of the form; the request codec handles further members of objects.
 */
export interface ChoiceForms {
  /** The native forms of the mode words. A mode without a form is dropped with a notice. */
  readonly words: Readonly<Partial<Record<ChoiceWord, JsonValue>>>
  /** Other forms of the words, which are only decoded. */
  readonly otherWords?: readonly (readonly [native: JsonValue, word: ChoiceWord])[]
  /**
   * Forms that select one tool. Encoding uses the first form that can express the name; a form returns
   * undefined if it cannot. Decoding accepts all forms. Default: the wire cannot select a tool.
   */
  readonly named?: readonly NamedChoiceForm[]
  /** Returns the tool name in a native value that does not match any form of `named`. */
  otherName?(native: JsonValue): string | undefined
  /**
   * Encodes a choice restricted to some tools, each in a form of `named`. Default: unsupported. A single
   * required tool is then selected by name; for several, the choice is widened with a notice.
   */
  allowed?(mode: JsonValue, tools: JsonValue): JsonValue
  /** The form of a tool in the list of `allowed`. Default: the same form as in `named`. */
  readonly listed?: NamedChoiceForm
  /**
   * True to keep values unchanged that would be encoded differently. Default: the request codec keeps these
   * values.
   */
  readonly isExact?: true
}

type NamedChoiceForm = (name: string) => JsonValue | undefined

type ChoiceCodec = Pick<ToolsCodec, 'decodeChoice' | 'encodeChoice'>

// Placeholders in a form for the values to decode; no tool or mode has these names.
const NAME = '\u0000name'
const MODE = '\u0000mode'
const TOOLS = '\u0000tools'

/** Creates the codec of the tool choice. */
export function choicesOf(forms: ChoiceForms): ChoiceCodec {
  return {
    decodeChoice(native, context) {
      const choice = readChoice(native, forms)
      const isRead = !forms.isExact || equalJson(choice && writeChoice(choice, forms, context), native)
      return isRead && choice !== undefined ? choice : opaque(native, context)
    },
    encodeChoice: (choice, context) => writeChoice(choice, forms, context),
  }
}

function readChoice(native: JsonValue, forms: ChoiceForms): ToolChoice | undefined {
  const { words, otherWords = [] } = forms
  const word = WORDS.find((one) => captured(native, words[one]) !== undefined)
  const type = word ?? otherWords.find(([form]) => captured(native, form) !== undefined)?.[1]
  if (type !== undefined) return { type }
  const name = readName(native, forms)
  return name === undefined ? readAllowed(native, forms) : { type: 'tool', name }
}

function readName(native: JsonValue, forms: ChoiceForms): string | undefined {
  for (const form of forms.named ?? []) {
    const name = captured(native, form(NAME))?.[NAME]
    if (typeof name === 'string' && form(name) !== undefined) return name
  }
  return forms.otherName?.(native)
}

function readAllowed(native: JsonValue, forms: ChoiceForms): ToolChoice | undefined {
  const { [MODE]: said, [TOOLS]: tools } = captured(native, forms.allowed?.(MODE, TOOLS)) ?? {}
  const mode = ALLOWED_MODES.find((one) => one === said)
  const named = [forms.listed ?? [], forms.named ?? []].flat()
  const names = isArray(tools) ? tools.map((tool) => readName(tool, { ...forms, named })) : [undefined]
  const isRead = mode !== undefined && names.every((name) => name !== undefined)
  return isRead ? { type: 'allowed', mode, names } : undefined
}

type Captured = Readonly<Record<string, JsonValue | undefined>>

/**
 * Returns the values at the placeholders of a form; undefined if the native value lacks a member of the form.
 */
function captured(native: JsonValue | undefined, form: JsonValue | undefined): Captured | undefined {
  if (form === undefined || native === undefined) return undefined
  if (form === NAME || form === MODE || form === TOOLS) return { [form]: native }
  if (!isObject(form)) return form === native ? {} : undefined
  if (!isObject(native)) return undefined
  let all: Captured | undefined = {}
  for (const key in form) {
    const inner = captured(native[key], form[key])
    all = inner && all && { ...all, ...inner }
  }
  return all
}

function writeChoice(choice: ToolChoice, forms: ChoiceForms, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
    case 'tool':
      return writeName(choice.name, forms) ?? dropChoice(`of ${choice.name} is not supported here`, context)
    case 'allowed':
      return writeAllowed(choice, forms, context)
    default:
      return writeWord(choice.type, forms, context)
  }
}

function writeWord(word: ChoiceWord, { words }: ChoiceForms, context: Context): JsonValue | undefined {
  return words[word] ?? dropChoice(`"${word}" is not supported here`, context)
}

function writeName(name: string, { named = [] }: ChoiceForms): JsonValue | undefined {
  for (const form of named) {
    const native = form(name)
    if (native !== undefined) return native
  }
  return undefined
}

function writeAllowed(
  { mode, names }: Extract<ToolChoice, { type: 'allowed' }>,
  forms: ChoiceForms,
  context: Context,
): JsonValue | undefined {
  const { allowed, listed = (name) => writeName(name, forms) } = forms
  if (allowed !== undefined) {
    const tools = names.flatMap((name) => listed(name) ?? [])
    return allowed(mode, tools)
  }
  const [only = ''] = names
  const named = mode === 'required' && names.length === 1 ? writeName(only, forms) : undefined
  if (named !== undefined) return named
  widenAllowed(names, context)
  return writeWord(mode, forms, context)
}
