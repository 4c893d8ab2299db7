import type { ModelResponse } from '../../base/model/types.js'
import type { OutputIssue } from './output-schema.js'

/**
 * The reason why an answer has no object.
 * - `cut`: the output limit truncated the answer.
 * - `refused`: the model or a filter refused to answer.
 * - `no-text`: the answer has no text.
 * - `not-json`: the text is not JSON, or other text surrounds the JSON.
 * - `mismatch`: the JSON does not fit the schema; `issues` contains the paths.
 */
export type OutputFailure = 'cut' | 'refused' | 'no-text' | 'not-json' | 'mismatch'

interface OutputErrorOptions {
  readonly text: string
  readonly issues: readonly OutputIssue[]
  readonly response?: ModelResponse | undefined
}

/** Thrown if the answer is not the requested object. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
  /** The text of the answer. */
  readonly text: string
  /** The mismatches with the schema. Empty unless the reason is `mismatch`. */
  readonly issues: readonly OutputIssue[]
  /** The answer. Absent if only a message was checked. */
  readonly response?: ModelResponse

  constructor(
    /** The reason why there is no object. */
    readonly reason: OutputFailure,
    { text, issues, response }: OutputErrorOptions,
  ) {
    super(
      [
        MESSAGES[reason],
        ...issues.map(({ path, message }) => `${path === '' ? 'the object' : path}: ${message}`),
      ].join('\n'),
    )
    this.text = text
    this.issues = issues
    if (response !== undefined) this.response = response
  }
}

const MESSAGES: Readonly<Record<OutputFailure, string>> = {
  cut: 'the output limit cut the object off; ask for more with maxOutputTokens',
  refused: 'the model or a filter of the provider refused to answer',
  'no-text': 'the answer has no text, so there is no object',
  'not-json': 'the text of the answer is not JSON',
  mismatch: 'the object does not fit the schema',
}
