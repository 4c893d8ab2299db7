import { describe, expect, test } from 'vitest'
import { httpFacts } from '../../src/base/http/error-facts.js'
import { compact } from '../../src/base/json/write-json.js'
import { callsToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Notice } from '../../src/base/model/context.js'
import { failureOf } from '../../src/base/model/outcome.js'
import type { ModelResponse, ProviderError, ToolCall, Usage } from '../../src/base/model/types.js'
import { decodeRecorded } from '../../src/traffic/replay/transcode.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { isLeftOut } from '../../src/translate/fit/withheld.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { textIn } from '../support/parts.js'
import { type SdkClient, sdkClients } from '../support/sdk-clients.js'
import { answersOf, type RecordedAnswer, replayAs } from '../support/transcoding.js'
import { difference, show } from '../support/values.js'

/** Wires whose clients get the argument text instead of a parsed object. */
const TEXT_WIRES = new Set(['openai-chat', 'openai-responses', 'mistral-chat'])

for (const client of sdkClients) {
  const others = adapters.filter(({ wire }) => wire !== client.wire)
  const cases = others.flatMap(({ wire }) => [[wire, 'whole'] as const, [wire, 'streamed'] as const])

  describe(`recordings replay through ${client.sdk}`, () => {
    test.each(someOf(cases, 4, client.sdk))('%s, %s', async (wire, form) => {
      const answers = exchangesOf(wire).flatMap(answersOf)
      expect(answers.length).toBeGreaterThan(exchangesOf(wire).length / 2)
      const problems: string[] = []
      for (const answer of someOf(answers))
        for (const problem of await check(client, answer, form)) problems.push(`${answer.id}: ${problem}`)
      const more = problems.length > 25 ? [`… and ${problems.length - 25} more`] : []
      expect([...problems.slice(0, 25), ...more], `of ${answers.length} answers`).toEqual([])
    })
  })
}

/** Returns the differences in the SDK's result. */
async function check(
  client: SdkClient,
  answer: RecordedAnswer,
  form: 'whole' | 'streamed',
): Promise<string[]> {
  const source = adapterOf(answer.wire).adapter
  const target = adapterOf(client.wire).adapter
  const canonical = decodeRecorded(answer.exchange, source)
  const { response: fitted } = fitResponse(canonical, target.codecs, { from: source.id })
  const { fetch, notices } = replayAs(target, answer.exchange)
  let received: ModelResponse
  try {
    received = await (form === 'whole' ? client.ask(fetch) : client.stream(fetch))
  } catch (error) {
    // A finish without an equivalent on the target arrives as an error.
    return checkError(error, compact({ ...canonical, error: failureOf(canonical) ?? fitted.error }), answer)
  }
  const failure = failureOf(canonical)
  if (failure !== undefined && canonical.error === undefined) {
    const losesWords = form === 'streamed' && client.losesErrors !== undefined
    return losesWords && failureOf(received) !== undefined ? [] : checkTurnFailure(failure, received)
  }
  const { status } = answer.exchange.response
  if (status >= 400) return [`status ${status} became an answer`]
  const comparison = { canonical, fitted, received, notices, client, answer, form }
  return [
    ...checkCalls(comparison),
    ...checkText(comparison),
    ...checkFinish(comparison),
    ...checkUsage(comparison),
    ...checkExecuted(comparison),
    ...checkReasoning(comparison),
    ...checkFailure(comparison),
  ]
}

interface Comparison {
  /** The recorded answer. */
  readonly canonical: ModelResponse
  /** The same answer within the target's limits: with adapted ids and with unsupported parts as text. */
  readonly fitted: ModelResponse
  /** The SDK's result. */
  readonly received: ModelResponse
  readonly notices: readonly Notice[]
  readonly client: SdkClient
  readonly answer: RecordedAnswer
  readonly form: 'whole' | 'streamed'
}

/** SDKs throw the provider's refusal, with its status and message. */
function checkError(
  error: unknown,
  { error: expected }: ModelResponse,
  { exchange }: RecordedAnswer,
): string[] {
  const { status } = exchange.response
  if (expected === undefined) return [`the SDK threw ${String(error)}`]
  const { message } = Object(error)
  const { status: thrown } = httpFacts(error)
  const problems: string[] = []
  if (!String(message).includes(expected.message))
    problems.push(`the SDK threw ${String(error)} in place of ${expected.message}`)
  if (status >= 400 && thrown !== status && !String(message).includes(String(status)))
    problems.push(`status ${status} became ${thrown}`)
  return problems
}

/** Checks that a failed turn arrives as a failure with the provider's message, or that the SDK throws it. */
function checkTurnFailure(failure: ProviderError, received: ModelResponse): string[] {
  const arrived = failureOf(received)
  if (arrived !== undefined)
    return arrived.message.includes(failure.message) ? [] : [`${arrived.message} for ${failure.message}`]
  return [`a failed turn became ${show(received.finish)}`]
}

function checkFailure({ canonical, received, notices, client, form }: Comparison): string[] {
  if (form === 'streamed' && client.losesErrors !== undefined && received.finish.reason === 'error') return []
  if (canonical.error === undefined || received.error?.message.includes(canonical.error.message)) return []
  if (notices.some(({ code }) => code === 'error-dropped')) return []
  return [`the error ${show(canonical.error.message)} is gone, got ${show(received.error)}`]
}

function checkCalls({ canonical, fitted, received, client, answer }: Comparison): string[] {
  const expected = callsToAnswer(canonical.message.parts).filter((call) => !isLeftOut(call))
  const ids = callsToAnswer(fitted.message.parts).map(({ id }) => id)
  const actual = callsToAnswer(received.message.parts)
  if (expected.length !== actual.length) return [`${expected.length} calls became ${actual.length}`]
  const bothText = TEXT_WIRES.has(client.wire) && TEXT_WIRES.has(answer.wire)
  return expected.flatMap((call, index) => {
    const got = actual[index]
    if (got === undefined) return []
    const problems = [
      difference(nameOf(call, client), got.name, '/name'),
      difference(argumentsOf(call, client), got.arguments, '/arguments'),
    ]
    if (call.minted !== true || got.minted !== true) problems.push(difference(ids[index], got.id, '/id'))
    if ((call.status === 'complete') !== (got.status === 'complete'))
      problems.push(`${call.status} became ${got.status}`)
    const text = call.rawArguments ?? ''
    if (
      ((bothText && !isWrapped(call, client)) || call.status !== 'complete') &&
      text.trim() !== '' &&
      !holdsText(got, text)
    )
      problems.push(`${show(text)} became ${show(got.rawArguments)}`)
    return problems.flatMap((problem) => (problem === undefined ? [] : [`call ${index}: ${problem}`]))
  })
}

function holdsText(call: ToolCall, text: string): boolean {
  return call.rawArguments === text
}

/**
 * Returns the name of a call for clients that declare no tools. Without namespaces on the wire, the name
 * begins with its namespace, unless OpenAI's search derived the namespace from the tool's own name.
 */
function nameOf({ name, namespace = name }: ToolCall, { wire }: SdkClient): string {
  const isFlat = namespace !== name && adapterOf(wire).adapter.codecs.limits.namespaces !== true
  return isFlat ? `${namespace}__${name}` : name
}

/** Free text becomes the only argument of a function on wires without custom tools. */
function argumentsOf(call: ToolCall, client: SdkClient): ToolCall['arguments'] {
  return isWrapped(call, client) ? { input: call.arguments ?? '' } : call.arguments
}

function isWrapped({ kind, status }: ToolCall, { wire }: SdkClient): boolean {
  return kind === 'custom' && status === 'complete' && !adapterOf(wire).adapter.codecs.limits.customTools
}

const ONE_TEXT = new Set(['openai-chat', 'mistral-chat', 'ollama-chat'])

/** Chat has one text. Blank lines separate texts that had other content between them. */
function checkText({ canonical, fitted, received, client }: Comparison): string[] {
  const [expected, actual] = [textIn(fitted), textIn(received)]
  const isOne = ONE_TEXT.has(client.wire)
  const plain = (text: string) => (isOne ? text.replaceAll('\n\n', '') : text)
  const lost = canonical.message.parts.some((part) => part.type === 'text' && !actual.includes(part.text))
  if (lost) return [`text is missing: ${show(textIn(canonical))} became ${show(actual)}`]
  return plain(expected) === plain(actual) ? [] : [`text ${show(expected)} became ${show(actual)}`]
}

function checkFinish({ canonical, received, notices }: Comparison): string[] {
  const [expected, actual] = [canonical.finish.reason, received.finish.reason]
  if (notices.some(({ code }) => code.startsWith('finish-'))) return []
  // A failed answer is reported as an error, independent of the source's finish value.
  if (canonical.error !== undefined && actual === 'error') return []
  return expected === actual
    ? []
    : [`finish ${expected} (${canonical.finish.raw}) became ${actual} (${received.finish.raw})`]
}

/** Wires that do not report a total. */
const WITHOUT_TOTAL = new Set(['anthropic-messages', 'cohere-chat', 'ollama-chat'])
const COUNTS = ['inputTokens', 'outputTokens', 'totalTokens', 'cachedInputTokens', 'reasoningTokens'] as const

/** If a wire has no total, its decoder adds the available counts. */
function checkUsage({ canonical, received, client }: Comparison): string[] {
  const { usage = {} as Usage } = canonical
  return COUNTS.flatMap((name) => {
    if (name === 'totalTokens' && WITHOUT_TOTAL.has(client.wire)) return []
    const [expected, actual] = [usage[name], received.usage?.[name]]
    if (expected === undefined || actual === undefined || expected === actual) return []
    return [`${name} ${expected} became ${actual}`]
  })
}

/** Parts that the provider ran are present, or a notice names them. */
function checkExecuted({ canonical, received, notices }: Comparison): string[] {
  const executed = (response: ModelResponse) =>
    response.message.parts.filter((part) => 'providerExecuted' in part && part.providerExecuted)
  const kept = executed(received).length
  return executed(canonical).flatMap((part, index) => {
    const name = 'name' in part ? part.name : ''
    const isNoticed = notices.some(
      ({ code, message }) => code.startsWith('provider-') && message.includes(name),
    )
    return index < kept || isNoticed ? [] : [`the provider's own ${name} is gone without a notice`]
  })
}

function checkReasoning({ canonical, received, notices, client, form }: Comparison): string[] {
  if (form === 'streamed' && client.losesThinking !== undefined) return []
  const thinking = ({ message }: ModelResponse) =>
    message.parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
  const [expected, actual] = [thinking(canonical), thinking(received)]
  if (expected === actual || notices.some(({ code }) => code.includes('reasoning'))) return []
  return [`thinking ${show(expected)} became ${show(actual)}`]
}
