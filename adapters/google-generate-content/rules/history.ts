import { isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { each, inputsAreObjects, partsOf, rolesAmong } from '../../../src/lint/checks.js'
import { mediaInResults, userFirst } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { chooseLimits, textTest } from '../../../src/wire/limits.js'
import { limits } from '../limits.js'
import { PART } from '../spelling.js'
import {
  type ContentView,
  callsIn,
  contentsOf,
  generationOf,
  limited,
  modelTurns,
  type PartView,
  resultsIn,
  seen,
  type Turn,
} from './view.js'

const TYPES = 'the types of @google/genai'

/** Contents with results that come one after the other right after a turn. */
function answersTo({ end }: Turn, contents: readonly ContentView[]): ContentView[] {
  const answers: ContentView[] = []
  for (let index = end; index < contents.length; index += 1) {
    const content = contents[index]
    if (content === undefined || resultsIn(content).length === 0) break
    answers.push(content)
  }
  return answers
}

function nameOf(view: PartView, field: 'functionCall' | 'functionResponse'): string {
  const data = view.part[field]
  return isObject(data) ? stringOr(data.name, '') : ''
}

function callsOf(turn: Turn): PartView[] {
  return turn.contents.flatMap(callsIn)
}

const pairing: readonly Rule[] = [
  {
    id: 'GOOGLE-PAIR-01',
    severity: 'error',
    summary: 'All calls of a model turn are answered right after it, one result each.',
    error:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    evidence: 'google-gemini/gemini-cli#5443, google-gemini/gemini-cli#3814',
    check(request, report) {
      const contents = contentsOf(request)
      for (const turn of modelTurns(contents)) {
        const calls = callsOf(turn).length
        const next = contents[turn.end]
        if (calls === 0 || next === undefined) continue
        const results = answersTo(turn, contents).flatMap(resultsIn).length
        if (results !== calls) report(next.path, `${calls} calls before it, ${results} results`)
      }
    },
  },
  {
    id: 'GOOGLE-PAIR-02',
    severity: 'error',
    summary: 'Results directly follow a turn with calls.',
    error: 'Please ensure that function response turn comes immediately after a function call turn.',
    evidence: 'langchain-ai/langchain#27799, BerriAI/litellm#26755',
    check(request, report) {
      const contents = contentsOf(request)
      const answered = new Set(
        modelTurns(contents)
          .filter((turn) => callsOf(turn).length > 0)
          .flatMap((turn) => answersTo(turn, contents)),
      )
      for (const content of contents) {
        if (resultsIn(content).length > 0 && !answered.has(content))
          report(content.path, 'results without a turn with calls right before them')
      }
    },
  },
  {
    id: 'GOOGLE-PAIR-03',
    severity: 'warning',
    summary: 'The results of a turn have the names of its calls.',
    evidence: TYPES,
    check(request, report) {
      const contents = contentsOf(request)
      for (const turn of modelTurns(contents)) {
        const names = callsOf(turn).map((call) => nameOf(call, 'functionCall'))
        for (const result of answersTo(turn, contents).flatMap(resultsIn)) {
          const name = nameOf(result, 'functionResponse')
          const index = names.indexOf(name)
          if (index === -1) report(result.path, `no unanswered call of "${name}" in the turn before`)
          else names.splice(index, 1)
        }
      }
    },
  },
  {
    id: 'GOOGLE-PAIR-04',
    severity: 'warning',
    summary: 'All results of a turn stand in one content; some servers join neighbouring ones.',
    error:
      'Please ensure that the number of function response parts is equal to the number of function call parts',
    evidence: 'google-gemini/gemini-cli#26956',
    check(request, report) {
      const contents = contentsOf(request)
      for (const turn of modelTurns(contents)) {
        if (callsOf(turn).length < 2) continue
        for (const content of answersTo(turn, contents).slice(1))
          report(content.path, 'further results of the same turn in a content of their own')
      }
    },
  },
  {
    id: 'GOOGLE-PAIR-05',
    severity: 'warning',
    summary: 'Results stand in a content without other parts.',
    evidence: 'pydantic/pydantic-ai#4210; clients that mix them are known to get through',
    check(request, report) {
      for (const content of contentsOf(request)) {
        const results = resultsIn(content).length
        if (results > 0 && results < content.parts.length)
          report(content.path, 'results and other parts in one content')
      }
    },
  },
]

const order: readonly Rule[] = [
  {
    id: 'GOOGLE-ORDER-01',
    severity: 'error',
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
  limited(userFirst, {
    id: 'GOOGLE-ORDER-02',
    severity: 'warning',
    summary: 'The user speaks first.',
    evidence: 'pydantic-ai puts an empty user turn before',
  }),
  {
    id: 'GOOGLE-ROLE-01',
    severity: 'error',
    summary: 'Roles are user and model (function is tolerated); instructions go to systemInstruction.',
    error: 'Please use a valid role: user, model.',
    evidence: 'error text quoted by several clients',
    check: seen(rolesAmong(['user', 'model'])),
  },
]

const mediaRule = limited(mediaInResults, {
  id: 'GOOGLE-MEDIA-01',
  severity: 'warning',
  summary: 'Only Gemini 3 and later take media inside results.',
  error: 'INVALID_ARGUMENT',
  evidence: 'vercel/ai and badlogic/pi-mono send them apart to older models',
})

/** What is not said by the caller may be known of the model, where the request names it. */
const resultMedia: Rule = {
  ...mediaRule,
  check(request, report, choice) {
    const generation = generationOf(request)
    if (choice !== undefined) mediaRule.check(request, report, choice)
    else if (generation !== undefined && generation < 3)
      mediaRule.check(request, (path, says) => report(path, says), 'before-gemini-3')
  },
}

const contents: readonly Rule[] = [
  {
    id: 'GOOGLE-CONTENT-01',
    severity: 'error',
    summary: 'Every content has a part.',
    error: 'must include at least one parts field',
    evidence: 'anomalyco/opencode#17519',
    check(request, report) {
      for (const content of contentsOf(request)) {
        if (content.parts.length === 0) report(content.path, 'a content without parts')
      }
    },
  },
  {
    id: 'GOOGLE-CONTENT-02',
    severity: 'warning',
    summary: 'Every part has exactly one data field.',
    error: "required oneof field 'data' must have one initialized field",
    evidence: 'error text quoted by clients',
    check(request, report) {
      for (const { part, path } of contentsOf(request).flatMap(({ parts }) => parts)) {
        const fields = ['text', ...Object.keys(PART)].filter((field) => part[field] !== undefined)
        if (fields.length > 1) report(path, `a part with ${fields.join(' and ')}`)
        if (fields.length === 0 && isBare(part)) report(path, 'a part without data')
      }
    },
  },
  {
    id: 'GOOGLE-ARG-01',
    severity: 'error',
    summary: 'The arguments of a call are an object.',
    evidence: TYPES,
    check: seen(inputsAreObjects),
  },
  {
    id: 'GOOGLE-ARG-02',
    severity: 'error',
    summary: 'The response of a result is an object.',
    evidence: TYPES,
    check: seen(
      each(
        (view) => partsOf(view).flatMap(({ content }) => content ?? []),
        ({ value }) => !isObject(value),
        'the response is not an object',
      ),
    ),
  },
  {
    id: 'GOOGLE-NAME-05',
    severity: 'warning',
    summary: 'Calls and results name a function as it could be declared.',
    error: 'Invalid function name.',
    evidence: 'cline/cline#7339',
    check(request, report, choice) {
      const { pattern } = chooseLimits({ limits }, choice).toolName
      const isName = textTest({ pattern, maxLength: Number.POSITIVE_INFINITY })
      for (const view of contentsOf(request).flatMap(({ parts }) => parts)) {
        for (const field of ['functionCall', 'functionResponse'] as const) {
          const name = nameOf(view, field)
          if (isObject(view.part[field]) && !isName(name)) report(view.path, `"${name}" is no function name`)
        }
      }
    },
  },
  {
    id: 'GOOGLE-STREAM-01',
    severity: 'warning',
    summary: 'partialArgs and willContinue of streamed calls are not sent back.',
    evidence: `${TYPES}: Vertex only, and only in answers`,
    check(request, report) {
      for (const { part, path } of contentsOf(request).flatMap(callsIn)) {
        const { functionCall } = part
        if (isObject(functionCall) && (functionCall.partialArgs ?? functionCall.willContinue) !== undefined)
          report(path, 'a call that is still being streamed')
      }
    },
  },
  resultMedia,
]

/** Without anything but what may stand beside data; unknown fields may be data of a newer kind. */
function isBare(part: JsonObject): boolean {
  return Object.keys(part).every((key) => key === 'thought' || key === 'thoughtSignature')
}

/** Steps of the current turn: what the model did since the user last said something. */
function currentSteps(request: JsonObject): Turn[] {
  const all = contentsOf(request)
  const lastUser = all.findLastIndex((content) => content.role !== 'model' && resultsIn(content).length === 0)
  return modelTurns(all).filter(({ start }) => start > lastUser)
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const signatures: readonly Rule[] = [
  {
    id: 'GOOGLE-SIG-01',
    severity: 'warning',
    summary: 'Gemini 3 and later want the first call of each step of the current turn signed.',
    error: 'Function call is missing a thought_signature in functionCall parts.',
    evidence: 'theopenco/llmgateway#1267, langgenius/dify-official-plugins#2088',
    check(request, report) {
      if ((generationOf(request) ?? 3) < 3) return
      for (const turn of currentSteps(request)) {
        const [first] = callsOf(turn)
        if (first !== undefined && typeof first.part.thoughtSignature !== 'string')
          report(first.path, 'the first call of a step without a thoughtSignature')
      }
    },
  },
  {
    id: 'GOOGLE-SIG-02',
    severity: 'warning',
    summary: 'Signatures are base64, and stand on parts of the model.',
    evidence: 'badlogic/pi-mono drops others',
    check(request, report) {
      for (const content of contentsOf(request)) {
        for (const { part, path } of content.parts) {
          const { thoughtSignature } = part
          if (typeof thoughtSignature !== 'string') continue
          if (content.role !== 'model') report(path, 'a signature on a part that no model wrote')
          else if (!BASE64.test(thoughtSignature)) report(path, 'a signature that is not base64')
        }
      }
    },
  },
  {
    id: 'GOOGLE-SIG-03',
    severity: 'error',
    summary: 'The signature stands on the part, not inside functionCall.',
    error: 'Unknown name "thoughtSignature"',
    evidence: `${TYPES}; MayDay-wpf/snow-cli#104`,
    check(request, report) {
      for (const { part, path } of contentsOf(request).flatMap(callsIn)) {
        if (isObject(part.functionCall) && part.functionCall.thoughtSignature !== undefined)
          report(`${path}/functionCall`, 'a thoughtSignature inside functionCall')
      }
    },
  },
]

export const historyRules: readonly Rule[] = [...pairing, ...order, ...contents, ...signatures]
