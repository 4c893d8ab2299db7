/** A feature of conversations that a chat template may write. */
export type TemplateFeature =
  | 'calls'
  | 'reader'
  | 'arguments'
  | 'parallel-calls'
  | 'call-names'
  | 'call-ids'
  | 'text-with-calls'
  | 'tools'
  | 'results'
  | 'result-turn'
  | 'system'
  | 'reasoning'

/** A feature that was not found in a template, or that the template does not write. */
export interface TemplateGap {
  /** The feature. */
  readonly feature: TemplateFeature
  /** The finding, in one sentence. */
  readonly detail: string
}
