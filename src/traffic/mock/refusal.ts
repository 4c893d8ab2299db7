import type { JsonObject } from '../../base/json/json-types.js'
import { type AskedRequest, findingsOf } from './checks.js'
import { type MockError, serverError } from './error-answer.js'
import { requestParts } from './request-view.js'
import { servers } from './rows/index.js'
import { templates } from './rows/templates.js'
import { promptTokens } from './scripted-response.js'
import type { ApiRow, FieldTest, HeaderTest, RefusalRow, TemplateRow } from './server-row.js'

/** Tokens of prompt and answer that a mocked model accepts. */
export const CONTEXT_WINDOW = 131_072

/** A request at one API of a server. */
export interface RequestToCheck {
  readonly body: JsonObject
  readonly model: string
  /** The path of the URL. */
  readonly path: string
  readonly headers: { get(name: string): string | null }
  /** In tokens. */
  readonly contextWindow: number
}

/** Returns a request as the conditions of refusals see it. */
export function checkedView(api: ApiRow, { body, contextWindow }: RequestToCheck): AskedRequest {
  return { body, view: requestParts(api.api, body), tokens: promptTokens(body), contextWindow }
}

/** Returns the refusals of an API and of the chat templates behind it, in the order of the server's checks. */
export function refusalRows(api: ApiRow): readonly RefusalRow[] {
  return [...api.refusals, ...templateRefusals(api, templates)]
}

/** Returns the error of the first refusal that the request meets. */
export function firstRefusal(
  refusals: readonly RefusalRow[],
  api: ApiRow,
  request: RequestToCheck,
): MockError | undefined {
  const view = checkedView(api, request)
  for (const refusal of refusals) {
    if (!isMeant(refusal, request)) continue
    const findings = findingsOf(refusal.when, view).map((found) => ({ ...found, model: request.model }))
    if (findings.length > 0) return serverError(refusal, findings, refusal.join)
  }
  return undefined
}

/** Returns the error for a body that the server cannot read. */
export function unreadable(): MockError {
  return serverError({ status: 400, text: null, source: 'none' }, [{ at: '' }])
}

/** The refusal of a server, in its words. */
export interface ServerRefusal {
  readonly status: number
  readonly message: string
}

/**
 * Checks the body of a request by the rules of a server.
 * @param server a name of `serverNames`.
 * @param wire the id of the API's wire. A server without this API refuses nothing.
 */
export function serverRefusal(
  server: string,
  wire: string,
  { body, model }: Pick<RequestToCheck, 'body' | 'model'>,
): ServerRefusal | undefined {
  const api = servers[server]?.apis.find((row) => row.wire === wire)
  if (api === undefined) return undefined
  const request = { body, model, path: '', headers: new Headers(), contextWindow: CONTEXT_WINDOW }
  const isEmpty = requestParts(api.api, body).turns.length === 0
  const error = firstRefusal(refusalRows(api), api, request) ?? (isEmpty ? unreadable() : undefined)
  return error === undefined ? undefined : { status: error.words.status, message: error.message }
}

function isMeant(refusal: RefusalRow, { body, headers, path: at, model }: RequestToCheck): boolean {
  const { models, given = [], unless, header, unlessHeader, path } = refusal
  const matches = ({ at: field, is }: FieldTest) =>
    findingsOf({ kind: 'field', at: field, ...(is && { is }) }, fieldsOnly(body)).length > 0
  const hasHeader = ([name, value]: HeaderTest) => value.test(headers.get(name) ?? '')
  return (
    (models === undefined || models.test(model)) &&
    (path === undefined || path.test(at)) &&
    given.every(matches) &&
    !(unless !== undefined && matches(unless)) &&
    (header === undefined || hasHeader(header)) &&
    !(unlessHeader !== undefined && hasHeader(unlessHeader))
  )
}

function fieldsOnly(body: JsonObject): AskedRequest {
  return { body, view: { turns: [], tools: [] }, tokens: 0, contextWindow: 0 }
}

/** Returns the refusals of the chat templates, in the words of the server around them. */
function templateRefusals({ template }: ApiRow, rows: readonly TemplateRow[]): RefusalRow[] {
  if (template === undefined) return []
  return rows.map(({ text: sentence, models, when }) => ({
    ...template,
    text: (template.text ?? '{sentence}').replace('{sentence}', sentence),
    models,
    when,
  }))
}
