import type { ModelResponse } from '../../base/model/types.js'
import type { OutputIssue } from './output-schema.js'

/**
 * Why an answer has no object.
 * - `cut`: the output limit cut it off.
 * - `refused`: the model or a filter refused to answer.
 * - `no-text`: there is no text.
 * - `not-json`: the text is not JSON, or there is other text around it.
 * - `mismatch`: the JSON does not fit the schema; `issues` say where.
 */
export type OutputFailure = 'cut' | 'refused' | 'no-text' | 'not-json' | 'mismatch'

interface OutputErrorOptions {
  readonly text: string
  readonly issues: readonly OutputIssue[]
  readonly response?: ModelResponse | undefined
}

/** The answer is not the object that was asked for. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
  /** The text of the answer. */
  readonly text: string
  /** What does not fit the schema. Empty unless the reason is `mismatch`. */
  readonly issues: readonly OutputIssue[]
  /** The answer. Absent if only a message was read. */
  readonly response?: ModelResponse

  constructor(
    /** Why there is no object. */
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
