import { compact, stringifyJson } from '../base/json/write-json.js'
import { encodeArgumentText, encodeArgumentValue } from '../base/model/arguments.js'
import { type Context, createContext } from '../base/model/context.js'
import { type Called, expectGiven, expectResults, expectTools } from '../base/model/expect.js'
import type { ToolCall, ToolChoice, ToolDefinition, ToolResult } from '../base/model/types.js'
import { CUSTOM_INPUT } from '../codec/shape/free-text.js'
import { encodeResultText } from '../codec/shape/results.js'
import { type DeclaredTool, declaredTools } from './declared.js'
import type { TextDialect, WrittenCall, WrittenResult } from './dialect.js'

/** Options for writing tools, calls and results. */
export interface WriteTextOptions {
  /** The dialect of calls. */
  readonly dialect: TextDialect
  /**
   * The tools of the model; names with characters outside the dialect are written as in their description.
   */
  readonly tools?: readonly ToolDefinition[] | undefined
  /** The number of earlier calls in the conversation, for dialects that number calls. Default: 0. */
  readonly index?: number | undefined
}

/** Options of `writeTextTools`. */
export interface TextToolsOptions extends WriteTextOptions {
  /** The tool choice. Default: the model decides. */
  readonly toolChoice?: ToolChoice | undefined
  /** True to allow several calls in one turn. Default: true. */
  readonly parallelToolCalls?: boolean | undefined
}

/**
 * Writes instructions for a model without native tools: the form of calls, the form of results, and the
 * tools.
 * @param tools functions and free-text tools; others are skipped.
 * @example systemMessage(writeTextTools(tools, { dialect: hermesJson }))
 */
export function writeTextTools(tools: readonly ToolDefinition[], options: TextToolsOptions): string {
  expectTools(tools)
  return new TextWriter({ ...options, tools }).tools(tools, options)
}

/** Writes the calls of one turn in the dialect. Broken arguments are marked, so that they remain broken. */
export function writeTextCalls(calls: readonly ToolCall[], options: WriteTextOptions): string {
  const writer = new TextWriter(options)
  return writer.calls(calls, options.index ?? 0)
}

/** Writes the results of one turn as text for a user message, without media. */
export function writeTextResults(results: readonly ToolResult[], options: WriteTextOptions): string {
  const writer = new TextWriter(options)
  const { index = 0 } = options
  expectResults(results)
  return writer.results(results, (_, position) => index + position)
}

const CALLED: Called = ['writing calls as text needs a dialect', '{ dialect: hermesJson, tools }']

/** Writes tools, calls and results in one dialect. */
export class TextWriter {
  readonly #dialect: TextDialect
  readonly #context: Context
  /** Tools by the caller's names. */
  readonly #tools = new Map<string, { readonly name: string; readonly tool: DeclaredTool }>()

  constructor(options: WriteTextOptions, context: Context = createContext('')) {
    expectGiven(options, CALLED)
    expectGiven(options.dialect, CALLED, '/dialect')
    const { dialect, tools = [] } = options
    this.#dialect = dialect
    this.#context = context
    for (const [name, tool] of declaredTools(tools, dialect.nameCharacters))
      this.#tools.set(tool.name, { name, tool })
  }

  tools(
    tools: readonly ToolDefinition[],
    { toolChoice = { type: 'auto' }, parallelToolCalls = true }: Omit<TextToolsOptions, 'dialect'>,
  ): string {
    const { results } = this.#dialect
    const name = 'NAME_OF_TOOL'
    const given = '{"NAME_OF_ARGUMENT": "VALUE"}'
    const call = this.#dialect.writeCalls([{ name, id: '0', text: given, tool: EXAMPLE, index: 0 }])
    const result = this.#around(
      `${this.#open({ name, id: '0', index: 0, position: 0 })}RESULT${results.close}`,
    )
    const definitions = tools.flatMap((tool) => this.#definition(tool) ?? [])
    return [
      '# Tools',
      'To call a tool, write this, with nothing around it:',
      call,
      'The result comes with the next message:',
      result,
      ...choiceTexts(toolChoice, (called) => this.#nameOf(called)),
      parallelToolCalls ? 'You may make several calls at once.' : 'Make one call at a time.',
      'The tools, each with the JSON Schema of its arguments:',
      `<tools>\n${definitions.join('\n')}\n</tools>`,
    ].join('\n\n')
  }

  /**
   * Writes calls.
   * @param index the number of earlier calls.
   */
  calls(calls: readonly ToolCall[], index: number): string {
    return this.#dialect.writeCalls(
      calls.map(
        (call, position): WrittenCall => ({
          name: this.#nameOf(call.name),
          id: call.id,
          text: this.#arguments(call),
          tool: this.#tools.get(call.name)?.tool,
          index: index + position,
        }),
      ),
    )
  }

  /**
   * Writes results.
   * @param indexOf returns the number of calls before the call of a result.
   */
  results(results: readonly ToolResult[], indexOf: (result: ToolResult, position: number) => number): string {
    const written = results.map((result, position) => {
      const { callId: id, name } = result
      const open = this.#open({ id, name: this.#nameOf(name), index: indexOf(result, position), position })
      return open + this.#resultText(result) + this.#dialect.results.close
    })
    return this.#around(written.join('\n'))
  }

  #open(result: WrittenResult): string {
    const { open } = this.#dialect.results
    return typeof open === 'string' ? open : open(result)
  }

  #around(text: string): string {
    const [before, after] = this.#dialect.results.around ?? ['', '']
    return before + text + after
  }

  #nameOf(name: string): string {
    const { nameCharacters } = this.#dialect
    const written = this.#tools.get(name)?.name
    if (written !== undefined || nameCharacters === undefined) return written ?? name
    return name.replace(new RegExp(`[^${nameCharacters}]`, 'g'), '_')
  }

  #definition(tool: ToolDefinition): string | undefined {
    if (tool.type !== 'function' && tool.type !== 'custom') return undefined
    const { description } = tool
    const parameters = tool.type === 'function' ? tool.parameters : FREE_TEXT
    return stringifyJson({
      type: 'function',
      function: compact({ name: this.#nameOf(tool.name), description, parameters }),
    })
  }

  /** Returns the JSON text of an object, with the marks of the dialect escaped. */
  #arguments(call: ToolCall): string {
    const { markers = [], ends = [] } = this.#dialect
    return escaped(argumentText(call, this.#context), [...markers, ...ends])
  }

  /** Escapes the end mark inside a result with a backslash, which JSON accepts in a closing tag. */
  #resultText(result: ToolResult): string {
    const text = encodeResultText(result)
    const close = this.#dialect.results.close.trim()
    if (close === '' || !text.includes(close)) return text
    this.#context.report({
      code: 'text-mark-escaped',
      severity: 'info',
      path: '',
      message: `a result contains ${close}, which ends results; a backslash is inserted`,
    })
    return text.replaceAll(close, `${close.charAt(0)}\\${close.slice(1)}`)
  }
}

const EXAMPLE: DeclaredTool = { name: '', isCustom: false, properties: undefined, schema: {} }
const FREE_TEXT = {
  type: 'object',
  properties: { [CUSTOM_INPUT]: { type: 'string' } },
  required: [CUSTOM_INPUT],
}

function choiceTexts(choice: ToolChoice, nameOf: (name: string) => string): string[] {
  if (choice.type === 'required') return ['You have to call a tool now.']
  if (choice.type === 'tool') return [`You have to call ${nameOf(choice.name)} now.`]
  return choice.type === 'allowed' && choice.mode === 'required' ? ['You have to call a tool now.'] : []
}

function argumentText(call: ToolCall, context: Context): string {
  if (call.status !== 'complete') return stringifyJson(encodeArgumentValue(call, { ...context, path: '' }))
  if (call.kind === 'custom') return stringifyJson({ [CUSTOM_INPUT]: call.arguments })
  const text = encodeArgumentText(call).trim()
  return text.startsWith('{') ? text : '{}'
}

/** Returns JSON text whose strings contain none of these literals. */
function escaped(json: string, literals: readonly string[]): string {
  let text = json
  for (const literal of literals)
    if (text.includes(literal)) text = text.replaceAll(literal, unicode(literal.charAt(0)) + literal.slice(1))
  return text
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
