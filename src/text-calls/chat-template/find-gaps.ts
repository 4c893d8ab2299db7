import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { CallTexts } from './call-texts.js'
import { turnEnd } from './found-form.js'
import type { TemplateFeature, TemplateGap } from './gaps.js'
import { EMPTY, FIRST, SECOND } from './probe-calls.js'
import type { TemplateRenderer } from './renderer.js'

const WORDS = 'marked words'
const OUTPUT = 'marked output'
const QUESTION = { role: 'user', content: 'a question' }
/** The members in which templates expect reasoning. */
const REASONING_KEYS = ['reasoning_content', 'reasoning', 'thinking']

/** A feature, true if the template writes it, and the finding if it does not. */
export type FeatureCheck = readonly [feature: TemplateFeature, isWritten: boolean, detail: string]

/** Returns the features of which the check failed. */
export function gapsIn(checks: readonly FeatureCheck[]): TemplateGap[] {
  return checks.flatMap(([feature, isWritten, detail]) => (isWritten ? [] : [{ feature, detail }]))
}

/** Checks the features of conversations that need no reader of calls. */
export function findChecks(
  renderer: TemplateRenderer,
  texts: CallTexts,
  tools: readonly JsonObject[],
  hasCalls: boolean,
): readonly FeatureCheck[] {
  const system = { role: 'system', content: WORDS }
  return [
    ['system', writes(renderer, [system, QUESTION], tools, WORDS), 'instructions are not written'],
    ['tools', writes(renderer, [QUESTION], tools, EMPTY.name), 'definitions of tools are not written'],
    ...(hasCalls ? callChecks(texts) : []),
  ]
}

function callChecks(texts: CallTexts): readonly FeatureCheck[] {
  const one = texts.of([FIRST]) ?? ''
  const two = texts.of([FIRST, SECOND]) ?? ''
  const { id: given } = texts.named(FIRST, 0)
  const { name, id } = texts.named(SECOND, 1)
  const results = texts.results([FIRST], [OUTPUT]) ?? ''
  const text = texts.withText([FIRST], WORDS)
  return [
    ['parallel-calls', two.includes(name) || two.includes(id), 'two calls of one turn are not written'],
    [
      'call-names',
      one.replace(given, '').includes(FIRST.name),
      'only the ids of calls are written, not the names of tools',
    ],
    ['call-ids', one.includes(given), 'ids of calls are not written'],
    [
      'text-with-calls',
      text.includes(WORDS) && (text.includes(FIRST.name) || text.includes(given)),
      'text next to calls is not written',
    ],
    ['results', results.includes(OUTPUT), 'results are not written'],
  ]
}

function writes(
  renderer: TemplateRenderer,
  messages: readonly JsonObject[],
  tools: readonly JsonObject[],
  words: string,
): boolean {
  const text = attempt(() => renderer.render(messages, { tools }))
  return 'value' in text && text.value.includes(words)
}

/** Returns the member of an assistant message whose text the template writes as reasoning. */
export function reasoningKeyOf(
  renderer: TemplateRenderer,
  texts: CallTexts,
  tools: readonly JsonObject[],
): string | undefined {
  const { id, name } = texts.named(FIRST, 0)
  const result = { role: 'tool', tool_call_id: id, name, content: OUTPUT }
  return REASONING_KEYS.find((key) => {
    const call = { ...texts.message([FIRST]), [key]: WORDS }
    const answer = { role: 'assistant', content: OUTPUT, [key]: WORDS }
    const conversations = [
      [QUESTION, call, result],
      [QUESTION, answer],
    ]
    return conversations.some((messages) => writes(renderer, messages, tools, WORDS))
  })
}

/** The form of results inside a user message. */
export interface FoundResults {
  readonly open: string
  readonly close: string
}

/** Returns the form of results, if the template writes them into a user message. */
export function findResults(texts: CallTexts): FoundResults | undefined {
  const text = texts.results([FIRST], [OUTPUT])
  const at = text?.indexOf(OUTPUT) ?? -1
  if (text === undefined || at === -1 || !text.startsWith(texts.end)) return undefined
  const open = text.slice(texts.end.length, at)
  const after = text.slice(at + OUTPUT.length)
  const mark = turnEnd(texts.end)
  const last = mark === '' ? -1 : after.indexOf(mark)
  const close = (last === -1 ? after : after.slice(0, last)).trimEnd()
  return close === '' || open.includes(FIRST.name) ? undefined : { open, close }
}
