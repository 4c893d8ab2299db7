import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { asChecked, isArray, isObject } from '../../base/json/read-json.js'

/** A call of a scripted answer. */
export interface ScriptedCall {
  /** The name of the tool. */
  readonly name: string
  /** An object, or the text of a call that takes free text. A text may be malformed on purpose. */
  readonly arguments: JsonObject | string
  /** The namespace of the tool. Default: none. */
  readonly namespace?: string
}

/**
 * One answer of a script, in order of the parts: thinking, text, calls. `refuse`, `cut` and `error` replace
 * or break it.
 */
export interface ScriptedAnswer {
  /** The text of the model. Default: none. */
  readonly text?: string
  /** The reasoning of the model. Default: none. */
  readonly thinking?: string
  /** The tool calls of the model. Default: none. */
  readonly calls?: readonly ScriptedCall[]
  /** `length`: the output limit truncates the answer. Default: the answer is complete. */
  readonly finish?: 'length'
  /** Refuses the request in the server's words. */
  readonly refuse?: 'rate-limit' | 'failure'
  /** Breaks the connection in the middle of the answer. */
  readonly cut?: true
  /** Sends the server's error in the middle of the answer; a text replaces its message. */
  readonly error?: true | string
}

/**
 * Parses a script: one JSON object per line. Blank lines are skipped.
 * @throws AdapterError for a line that is not an answer; its path has the line number.
 */
export function parseScript(text: string): ScriptedAnswer[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    return [expectAnswer(parseJson(line, `/${index + 1}`), `/${index + 1}`)]
  })
}

/**
 * Checks answers from a program.
 * @throws AdapterError for an answer with an unknown member or a member of another type.
 */
export function expectAnswers(answers: readonly unknown[]): ScriptedAnswer[] {
  return answers.map((answer, index) => expectAnswer(asChecked<JsonValue>(answer), `/script/${index}`))
}

const MEMBERS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  text: isText,
  thinking: isText,
  calls: (value) => isArray(value) && value.every(isCall),
  finish: (value) => value === 'length',
  refuse: (value) => value === 'rate-limit' || value === 'failure',
  cut: (value) => value === true,
  error: (value) => value === true || isText(value),
}

function expectAnswer(value: JsonValue, path: string): ScriptedAnswer {
  const wrong = isObject(value)
    ? Object.entries(value).find(([key, given]) => !(Object.hasOwn(MEMBERS, key) && MEMBERS[key]?.(given)))
    : []
  if (wrong === undefined) return asChecked<ScriptedAnswer>(value)
  const [key = ''] = wrong
  throw new AdapterError(
    'wrong-type',
    key === '' ? path : `${path}/${key}`,
    'an answer has text, thinking, calls [{name, arguments}], finish "length", refuse "rate-limit" or "failure", cut true, error',
  )
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string'
}

function isCall(value: JsonValue): boolean {
  return isObject(value) && isText(value.name) && (isText(value.arguments) || isObject(value.arguments))
}

/** Answers in order, for all requests of a mock. Requests at the same time receive different answers. */
export class AnswerScript {
  #next = 0

  constructor(
    private readonly answers: readonly ScriptedAnswer[],
    private readonly repeatsLast: boolean,
  ) {}

  get size(): number {
    return this.answers.length
  }

  /** Returns the next answer; undefined if the script is used up. */
  next(): ScriptedAnswer | undefined {
    const answer = this.answers[this.#next]
    if (answer !== undefined) {
      this.#next += 1
      return answer
    }
    return this.repeatsLast ? this.answers.findLast(({ text }) => text !== undefined) : undefined
  }
}
