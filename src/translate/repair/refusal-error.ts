import { httpFacts } from '../../base/http/error-facts.js'
import { failedFinish } from '../../base/model/outcome.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ModelResponse, ProviderError } from '../../base/model/types.js'
import type { ExplainedRefusal } from './explain-refusal.js'

const NOTHING: ModelResponse = { message: { role: 'assistant', parts: [] }, finish: failedFinish() }

/**
 * Thrown if a provider refused a request for a known reason. Its `cause` is the original error: of the SDK,
 * of `fetchSend`, or a ResponseError.
 */
export class RefusalError extends ResponseError {
  constructor(
    /** The reason of the refusal. */
    readonly refusal: ExplainedRefusal,
    /** The reasons for the refusals of the fixed requests that were sent afterwards. */
    readonly tried: readonly ExplainedRefusal[],
    cause: unknown,
  ) {
    const message = [refusal.words, lineOf(refusal), ...tried.map(againLine)].join('\n')
    const error: ProviderError = { ...factsOf(cause), message }
    super({ ...NOTHING, error }, error, cause)
  }
}

function factsOf(cause: unknown): Partial<ProviderError> {
  return cause instanceof ResponseError ? cause.error : httpFacts(cause)
}

function lineOf({ rule, path, message }: ExplainedRefusal): string {
  const where = path === undefined ? '' : ` at ${path || '/'}`
  return `${rule ?? 'the request was refused'}${where}: ${message}`
}

function againLine(refusal: ExplainedRefusal): string {
  return `The repaired request was also refused: ${lineOf(refusal)}`
}
