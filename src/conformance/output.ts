/** The output of a program for a case. */
export interface CaseOutput {
  /** The body, as text: a translated request or answer, or the bytes of a stream. */
  readonly body?: string | undefined
  /** The HTTP status that a client receives. Default: not known. */
  readonly status?: number | undefined
  /** The reason why the case is not the program's job. */
  readonly skipped?: string | undefined
  /** The error with which the program declined to translate. */
  readonly declined?: string | undefined
  /** The reason why there is no output: the program ended, or cannot be reached. Every check fails. */
  readonly broken?: string | undefined
}
