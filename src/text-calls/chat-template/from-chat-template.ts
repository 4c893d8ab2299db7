import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { createContext, type Notice } from '../../base/model/context.js'
import { expectMessages } from '../../base/model/expect.js'
import type { Conversation } from '../../base/model/types.js'
import type { TextDialect, WrittenCall } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { THINKING_STARTS } from '../thinking.js'
import { type CallStyle, CallTexts } from './call-texts.js'
import { type FeatureCheck, findChecks, findResults, gapsIn, reasoningKeyOf } from './find-gaps.js'
import { findReader } from './find-reader.js'
import type { TemplateGap } from './gaps.js'
import { FIRST, PROBE_TOOLS } from './probe-calls.js'
import { TemplateRenderer } from './renderer.js'
import { type MessageStyle, templateMessages, templateTools } from './template-messages.js'

/** Options of `fromChatTemplate`. */
export interface ChatTemplateOptions {
  /** Variables of the template, such as `bos_token`, `eos_token` and `enable_thinking`. Default: none. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** Options of a prompt. */
export interface PromptOptions extends ChatTemplateOptions {
  /** True to end the prompt with the beginning of an answer. Default: true. */
  readonly addGenerationPrompt?: boolean | undefined
  /** Called for broken arguments, whose text is wrapped in an object. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** The reader and the writer of a chat template. */
export interface ChatTemplate {
  /**
   * The form in which the template writes calls. Its calls are written by the template. Undefined if the form
   * was not found.
   */
  readonly dialect: TextDialect | undefined
  /** The id of the built-in dialect that reads these calls, too. Undefined if there is none. */
  readonly builtIn: string | undefined
  /** The features that were not found, or that the template does not write. */
  readonly gaps: readonly TemplateGap[]
  /** True if the prompt opens the reasoning of the answer. */
  readonly beginsInThinking: boolean
  /**
   * Writes a conversation as the template does, with its tools, calls and results.
   * @throws AdapterError if the template rejects the conversation.
   */
  prompt(conversation: Conversation, options?: PromptOptions): string
}

/**
 * Finds how a chat template (Jinja, as in `chat_template.jinja` or `tokenizer_config.json`) writes calls and
 * results, by rendering examples. Requires `@huggingface/jinja`, an optional peer dependency.
 * @throws AdapterError if the template cannot be parsed.
 * @example const { dialect, prompt, gaps } = fromChatTemplate(readFileSync('chat_template.jinja', 'utf8'))
 */
export function fromChatTemplate(template: string, options: ChatTemplateOptions = {}): ChatTemplate {
  const renderer = new TemplateRenderer(template, options.variables ?? {})
  const tools = templateTools(PROBE_TOOLS)
  const { texts, style } = findStyle(renderer, tools)
  const reader = style && findReader(texts)
  const results = style && findResults(texts)
  const reasoningKey = reasoningKeyOf(renderer, texts, tools)
  const checks: readonly FeatureCheck[] = [
    ['calls', style !== undefined, 'calls are not written'],
    ['reader', style === undefined || reader !== undefined, 'the form of calls was not found'],
    ...findChecks(renderer, texts, tools, style !== undefined),
    ['result-turn', style === undefined || results !== undefined, 'results are not part of a user message'],
    ['reasoning', reasoningKey !== undefined, 'reasoning is not written'],
  ]
  return {
    dialect: reader && writingDialect(reader.dialect, texts, results),
    builtIn: reader?.builtIn,
    gaps: [...(reader?.gaps ?? []), ...gapsIn(checks)],
    beginsInThinking: opensThinking(renderer),
    prompt: promptWriter(renderer, { ...(style ?? USUAL), reasoningKey }),
  }
}

function promptWriter(renderer: TemplateRenderer, style: MessageStyle): ChatTemplate['prompt'] {
  return (conversation, options = {}) => {
    expectMessages(conversation.messages, '/messages')
    const { addGenerationPrompt: isGenerating = true, variables, onNotice = () => {} } = options
    const context = { ...createContext(''), report: onNotice }
    const messages = templateMessages(conversation.messages, style, context)
    const tools = templateTools(conversation.tools ?? [])
    return renderer.render(messages, { tools, isGenerating, ...(variables && { variables }) })
  }
}

/** The usual style of calls. */
const USUAL: CallStyle = { isArgumentText: false, isNamedById: false, isContentNull: false }
/** The styles of calls, in the order in which they are tried. */
const STYLES: readonly CallStyle[] = [false, true].flatMap((isContentNull) =>
  [false, true].flatMap((isNamedById) =>
    [false, true].map((isArgumentText) => ({ isArgumentText, isNamedById, isContentNull })),
  ),
)

/** Returns the style in which the template writes calls. Undefined if it writes no calls. */
function findStyle(
  renderer: TemplateRenderer,
  tools: readonly JsonObject[],
): { readonly texts: CallTexts; readonly style: CallStyle | undefined } {
  for (const style of STYLES) {
    const texts = new CallTexts(renderer, tools, style)
    const text = texts.of([FIRST]) ?? ''
    const head = style.isNamedById ? texts.named(FIRST, 0).id : FIRST.name
    const written = [head, ...Object.keys(FIRST.arguments), String(FIRST.arguments.key_one)]
    if (written.every((word) => text.includes(word))) return { texts, style }
  }
  return { texts: new CallTexts(renderer, tools, USUAL), style: undefined }
}

/** Returns a dialect whose calls are written by the template. */
function writingDialect(
  dialect: TextDialect,
  texts: CallTexts,
  results: TextDialect['results'] = TOOL_RESPONSE,
): TextDialect {
  return { ...dialect, id: 'chat-template', writeCalls: (calls) => writtenBy(texts, calls), results }
}

/** Writes calls with the template. */
function writtenBy(texts: CallTexts, calls: readonly WrittenCall[]): string {
  const given = calls.map(({ id, name, text }) => {
    const value = tryParseJson(text)
    return { id, name, text, arguments: isObject(value) ? value : {} }
  })
  // A template may write only one call per turn.
  return texts.of(given) ?? given.map((call) => texts.of([call]) ?? '').join('\n')
}

function opensThinking(renderer: TemplateRenderer): boolean {
  const messages = [{ role: 'user', content: 'a question' }]
  const prompt = attempt(() => renderer.render(messages, { isGenerating: true }))
  return 'value' in prompt && THINKING_STARTS.some((mark) => prompt.value.trimEnd().endsWith(mark))
}
