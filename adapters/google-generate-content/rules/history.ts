import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { chooseLimits, textTest } from '../../../src/codec/wire/limits.js'
import { each, inputsAreObjects, none, rolesAmong, viewedParts } from '../../../src/translate/lint/checks.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import {
  asObject,
  emptyMessage,
  heldAt,
  leftOut,
  member,
  parentPath,
  replaced,
  saysNothing,
  translated,
} from '../../../src/translate/lint/fixes.js'
import { type Found, fieldText, objectAt, within } from '../../../src/translate/lint/found.js'
import { userFirst } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { limits } from '../limits.js'
import { PART } from '../spelling.js'
import { form } from './shapes.js'
import {
  allParts,
  type ContentView,
  callsIn,
  contentsOf,
  generationOf,
  type MergedContents,
  modelTurns,
  resultsIn,
} from './view.js'

const TYPES = 'the types of @google/genai'

/** The calls of a model turn, and the contents that directly follow. */
interface CallExchange {
  readonly calls: readonly Found[]
  /** Consecutive contents with results. */
  readonly answers: readonly ContentView[]
  readonly results: readonly Found[]
  /** The content after the turn. */
  readonly next: ContentView | undefined
}

const exchangesOf = remembered((request): CallExchange[] => {
  const contents = contentsOf(request)
  return modelTurns(contents).map((turn) => {
    const answers = answersTo(turn, contents)
    return {
      calls: callsOf(turn),
      answers,
      results: answers.flatMap(resultsIn),
      next: contents[turn.end],
    }
  })
})

function answersTo({ end }: MergedContents, contents: readonly ContentView[]): ContentView[] {
  const answers: ContentView[] = []
  for (let index = end; index < contents.length; index += 1) {
    const content = contents[index]
    if (content === undefined || resultsIn(content).length === 0) break
    answers.push(content)
  }
  return answers
}

function callsOf(turn: MergedContents): Found[] {
  return turn.contents.flatMap(callsIn)
}

function nameIn(part: Found, field: 'functionCall' | 'functionResponse'): string {
  return fieldText(objectAt(field)(part)[0], 'name')
}

/** Returns contents with results that do not follow a turn with calls. */
function strayResults(request: JsonObject): ContentView[] {
  const contents = contentsOf(request)
  const asked = exchangesOf(request).filter(({ calls }) => calls.length > 0)
  const answered = new Set(asked.flatMap(({ answers }) => answers.map(({ path }) => path)))
  return contents.filter((content) => resultsIn(content).length > 0 && !answered.has(content.path))
}

const calls = within(contentsOf, callsIn)

/**
 * Drops an empty part. A part with several kinds of data is not fixed, because the intended kind is unknown.
 */
const bareLeftOut: Fix = (request, path) => {
  const part = heldAt(request, path)
  return isObject(part) && isBare(part) ? saysNothing(request, path) : undefined
}

/** Changes a member of the call or the result at the path. */
function inCall(field: 'functionCall' | 'functionResponse', key: string, fix: Fix): Fix {
  return (request, path) => fix(request, `${path.endsWith(field) ? path : `${path}/${field}`}/${key}`)
}

/** A value that is not an object is wrapped under the SDK's name for plain results. */
const wrappedResponse = replaced((response) => ({ result: response ?? null }))

const streamFieldsLeftOut: Fix = (request, path) =>
  ['partialArgs', 'willContinue', 'partial_args', 'will_continue'].flatMap(
    (field) => leftOut(request, `${path}/functionCall/${field}`) ?? [],
  )

/** Moves a signature from the call to its part. */
const signatureOnPart: Fix = (request, path) => {
  const value = heldAt(request, `${path}/thoughtSignature`)
  const place = `${parentPath(path)}/thoughtSignature`
  if (value === undefined) return undefined
  const removal = { op: 'remove', path: `${path}/thoughtSignature` } as const
  return heldAt(request, place) === undefined ? [removal, { op: 'add', path: place, value }] : [removal]
}

/** Moves results to the end of the previous content. */
const joinedResults: Fix = (request, path) => {
  const parts = heldAt(request, `${path}/parts`)
  const index = Number(path.slice(path.lastIndexOf('/') + 1))
  const before = `${parentPath(path)}/${index - 1}`
  if (!isArray(parts) || !isArray(heldAt(request, `${before}/parts`))) return undefined
  const added = parts.map((value) => ({ op: 'add', path: `${before}/parts/-`, value }) as const)
  return [...added, { op: 'remove', path }]
}

const pairing: RuleRows = {
  'GOOGLE-PAIR-01': {
    ...pairedResults(form),
    summary: 'All calls of a model turn are answered right after it, one result each.',
    error:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    evidence: 'google-gemini/gemini-cli#5443, google-gemini/gemini-cli#3814',
    check(request, report) {
      for (const { calls, results, next } of exchangesOf(request))
        if (calls.length > 0 && next !== undefined && results.length !== calls.length)
          report(next.path, `${calls.length} calls before it, ${results.length} results`)
    },
  },
  'GOOGLE-PAIR-02': {
    ...pairedWithText(form),
    summary: 'Results directly follow a turn with calls.',
    error: 'Please ensure that function response turn comes immediately after a function call turn.',
    evidence: 'langchain-ai/langchain#27799, BerriAI/litellm#26755',
    check: none(strayResults, 'results without a turn with calls right before them'),
  },
  'GOOGLE-PAIR-03': {
    ...pairedWithText(form),
    severity: 'warning',
    summary: 'The results of a turn have the names of its calls.',
    evidence: TYPES,
    check(request, report) {
      for (const { calls, results } of exchangesOf(request)) {
        const names = calls.map((call) => nameIn(call, 'functionCall'))
        for (const result of results) {
          const name = nameIn(result, 'functionResponse')
          const index = names.indexOf(name)
          if (index === -1) report(result.path, `no unanswered call of "${name}" in the turn before`)
          else names.splice(index, 1)
        }
      }
    },
  },
  'GOOGLE-PAIR-04': {
    fix: joinedResults,
    severity: 'warning',
    summary: 'All results of a turn are in one content; some servers join adjacent contents.',
    error:
      'Please ensure that the number of function response parts is equal to the number of function call parts',
    evidence: 'google-gemini/gemini-cli#26956',
    check: none(
      within(exchangesOf, ({ calls, answers }) => (calls.length < 2 ? [] : answers.slice(1))),
      'further results of the same turn in a separate content',
    ),
  },
  'GOOGLE-PAIR-05': {
    severity: 'warning',
    summary: 'A Content with results has no other parts.',
    evidence: 'pydantic/pydantic-ai#4210; clients that mix them are known to get through',
    check: each(
      contentsOf,
      (content) => ![0, content.parts.length].includes(resultsIn(content).length),
      'results and other parts in one content',
    ),
  },
}

const order: RuleRows = {
  'GOOGLE-ORDER-01': {
    summary: 'A turn with calls follows a user content or results.',
    error:
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    evidence: 'google-gemini/gemini-cli#11814, continuedev/continue#11164',
    check(request, report) {
      const [first] = modelTurns(contentsOf(request))
      const [content] = first?.contents ?? []
      if (first?.start === 0 && content !== undefined && callsOf(first).length > 0)
        report(content.path, 'the history begins with a turn that makes calls')
    },
  },
  'GOOGLE-ORDER-02': {
    severity: 'warning',
    summary: 'The first content is a user content.',
    evidence: 'pydantic-ai puts an empty user turn before',
    seen: userFirst,
  },
  'GOOGLE-ROLE-01': {
    fix: translated({ assistant: 'model', ai: 'model', human: 'user', tool: 'user' }),
    summary: 'Roles are user and model (function is tolerated); instructions go to systemInstruction.',
    error: 'Please use a valid role: user, model.',
    evidence: 'error text quoted by several clients',
    seen: rolesAmong(['user', 'model']),
  },
}

const contents: RuleRows = {
  'GOOGLE-CONTENT-01': {
    fix: (request, path) => emptyMessage(request, `${path}/parts`),
    summary: 'Every content has a part.',
    error: 'must include at least one parts field',
    evidence: 'anomalyco/opencode#17519',
    check: each(contentsOf, ({ parts }) => parts.length === 0, 'a Content without parts'),
  },
  'GOOGLE-CONTENT-02': {
    fix: bareLeftOut,
    severity: 'warning',
    summary: 'Every part has exactly one data field.',
    error: "required oneof field 'data' must have one initialized field",
    evidence: 'error text quoted by clients',
    check(request, report) {
      for (const { value, path } of allParts(request)) {
        const fields = ['text', ...Object.keys(PART)].filter((field) => value[field] !== undefined)
        if (fields.length > 1) report(path, `a part with ${fields.join(' and ')}`)
        if (fields.length === 0 && isBare(value)) report(path, 'a part without data')
      }
    },
  },
  'GOOGLE-ARG-01': {
    fix: inCall('functionCall', 'args', asObject),
    summary: 'The arguments of a call are an object.',
    evidence: TYPES,
    seen: inputsAreObjects,
  },
  'GOOGLE-ARG-02': {
    fix: inCall('functionResponse', 'response', wrappedResponse),
    summary: 'The response of a result is an object.',
    evidence: TYPES,
    seen: each(
      (view) => viewedParts(view).flatMap(({ content }) => content ?? []),
      ({ value }) => !isObject(value),
      'the response is not an object',
    ),
  },
  'GOOGLE-NAME-05': {
    severity: 'warning',
    summary: 'Calls and results name a function as it could be declared.',
    error: 'Invalid function name.',
    evidence: 'cline/cline#7339',
    check(request, report, choice) {
      const { pattern } = chooseLimits({ limits }, choice).toolName
      const isName = textTest({ pattern, maxLength: Number.POSITIVE_INFINITY })
      for (const part of allParts(request))
        for (const field of ['functionCall', 'functionResponse'] as const)
          for (const { name } of objectAt(field)(part).map(({ value }) => value))
            if (!isName(stringOr(name, '')))
              report(part.path, `"${stringOr(name, '')}" is not a valid function name`)
    },
  },
  'GOOGLE-STREAM-01': {
    fix: streamFieldsLeftOut,
    severity: 'warning',
    summary: 'partialArgs and willContinue of streamed calls are not sent back.',
    evidence: `${TYPES}: Vertex only, and only in answers`,
    check: each(
      calls,
      ({ value: { functionCall: call } }) =>
        isObject(call) && (call.partialArgs ?? call.willContinue) !== undefined,
      'a call that is still being streamed',
    ),
  },
}

/** Returns true for a part without data. Unknown fields may be data of a newer kind. */
function isBare(part: JsonObject): boolean {
  return Object.keys(part).every((key) => key === 'thought' || key === 'thoughtSignature')
}

/** Returns the steps of the current turn: the model's turns since the last user message. */
function currentSteps(request: JsonObject): MergedContents[] {
  const all = contentsOf(request)
  const lastUser = all.findLastIndex((content) => content.role !== 'model' && resultsIn(content).length === 0)
  return modelTurns(all).filter(({ start }) => start > lastUser)
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const signatures: RuleRows = {
  'GOOGLE-SIG-01': {
    severity: 'warning',
    summary: 'Gemini 3 and later require a signature on the first call of each step of the current turn.',
    error: 'Function call is missing a thought_signature in functionCall parts.',
    evidence: 'theopenco/llmgateway#1267, langgenius/dify-official-plugins#2088',
    check(request, report) {
      if ((generationOf(request) ?? 3) < 3) return
      for (const turn of currentSteps(request)) {
        const [first] = callsOf(turn)
        if (first !== undefined && typeof first.value.thoughtSignature !== 'string')
          report(first.path, 'the first call of a step without a thoughtSignature')
      }
    },
  },
  'GOOGLE-SIG-02': {
    fix: member('thoughtSignature', leftOut),
    severity: 'warning',
    summary: 'Signatures are base64, and only on parts of the model.',
    evidence: 'badlogic/pi-mono drops others',
    check(request, report) {
      for (const content of contentsOf(request)) {
        for (const { value, path } of content.parts) {
          const { thoughtSignature } = value
          if (typeof thoughtSignature !== 'string') continue
          if (content.role !== 'model') report(path, 'a signature on a part that no model wrote')
          else if (!BASE64.test(thoughtSignature)) report(path, 'a signature that is not base64')
        }
      }
    },
  },
  'GOOGLE-SIG-03': {
    fix: signatureOnPart,
    summary: 'The signature is on the part, not inside functionCall.',
    error: 'Unknown name "thoughtSignature"',
    evidence: `${TYPES}; MayDay-wpf/snow-cli#104`,
    check: each(
      within(calls, objectAt('functionCall')),
      ({ value }) => value.thoughtSignature !== undefined,
      'a thoughtSignature inside functionCall',
    ),
  },
}

export const historyRules: RuleRows = { ...pairing, ...order, ...contents, ...signatures }
