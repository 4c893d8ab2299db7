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
 * How a wire says the choice of tools. Each form is a native value that is written so, and read where a native value has what
 * it has; further members of objects belong to the request codec.
 */
export interface ChoiceForms {
  /** A word without a form cannot be said: it is left out with a notice. */
  readonly words: Readonly<Partial<Record<ChoiceWord, JsonValue>>>
  /** Other forms of the words, which are only read. */
  readonly otherWords?: readonly (readonly [native: JsonValue, word: ChoiceWord])[]
  /**
   * How one tool is named: the first form that can say the name is written, undefined being none; all are read. Default: no
   * tool can be named.
   */
  readonly named?: readonly NamedChoiceForm[]
  /** The name in what has none of these forms. */
  otherName?(native: JsonValue): string | undefined
  /**
   * How the choice is restricted to some tools, each in a form of `named`. Default: it cannot be. One tool that must be called
   * is named then, and for more the choice is widened with a notice.
   */
  allowed?(mode: JsonValue, tools: JsonValue): JsonValue
  /** How a tool is named among them. Default: as alone. */
  readonly listed?: NamedChoiceForm
  /** Whether what would not be written so again is kept as it is. Default: the request codec sees to it. */
  readonly isExact?: true
}

type NamedChoiceForm = (name: string) => JsonValue | undefined

type ChoiceCodec = Pick<ToolsCodec, 'decodeChoice' | 'encodeChoice'>

// Stand in a form for what is to be read there: no tool and no mode has such a name.
const NAME = '\u0000name'
const MODE = '\u0000mode'
const TOOLS = '\u0000tools'

/** The choice of tools, both ways. */
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

/** What stands in the open places of a form; undefined where the native value lacks something that the form has. */
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
