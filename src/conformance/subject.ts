import type { JsonObject } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { askedRequest } from './asked-request.js'
import { type CaseApi, type CaseKind, type ConformanceCase, caseKind } from './case.js'
import { streamText } from './framing.js'
import type { CaseOutput } from './output.js'

/** The input of a case, for a program. */
export interface CaseInput {
  /** The id of the case. */
  readonly id: string
  /** The kind of `body`. */
  readonly kind: CaseKind
  /** The API of `body`. */
  readonly from: CaseApi
  /** The API of the output. */
  readonly to: CaseApi
  /** The APIs between, in order. Empty for a single translation. */
  readonly through: readonly CaseApi[]
  /** The strict server to which a request is sent. */
  readonly server: string | undefined
  /** The model to which a request is sent. */
  readonly model: string | undefined
  /** JSON of a request or answer, or the bytes of a stream. */
  readonly body: string
  /** The HTTP status of an answer or stream. */
  readonly status: number
  /** The headers of an answer or stream. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON of the request in the API `to` that an answer or stream answers. Undefined for a request. */
  readonly asked: string | undefined
}

/** A program under test. */
export interface Subject {
  /** The name in reports. */
  readonly name: string
  /**
   * Translates the input. An error that is thrown counts as declined.
   * @param signal aborted at the time limit of the case.
   */
  readonly translate: (input: CaseInput, signal: AbortSignal) => Promise<CaseOutput> | CaseOutput
}

/** Returns the input of a case. */
export function caseInput(test: ConformanceCase): CaseInput {
  const { id, from, to, through = [], server, model, status = 200, headers = {} } = test
  const kind = caseKind(test)
  const asked = kind === 'request' ? undefined : stringifyExact(askedRequest(test))
  return { id, kind, from, to, through, server, model, body: bodyOf(test), status, headers, asked }
}

function bodyOf({ from, request, answer, stream }: ConformanceCase): string {
  if (stream !== undefined) return streamText(from, stream)
  if (typeof answer === 'string') return answer
  return stringifyExact(request ?? answer ?? ({} satisfies JsonObject))
}
