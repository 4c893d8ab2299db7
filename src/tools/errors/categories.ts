/** The facts about every error of a category. */
export interface CategoryFacts {
  /** True if retrying the same call may help. */
  readonly retryable: boolean
  /**
   * The step that can fix the error: `planning` (choose another tool), `reflection` (rewrite the arguments,
   * once), `action` (take a different approach), `system` (retry later).
   */
  readonly domain: 'planning' | 'reflection' | 'action' | 'system'
  /** The stage that the call reached. */
  readonly phase: 'setup' | 'param_handling' | 'execution'
  /** True if the model caused the error. Other errors do not reflect the quality of the model. */
  readonly isModelsFault: boolean
  /** The advice for the model. */
  readonly suggestion: string
}

const PARAMETERS = {
  retryable: false,
  domain: 'reflection',
  phase: 'param_handling',
  isModelsFault: true,
} as const
const ACTION = { retryable: false, domain: 'action', phase: 'execution', isModelsFault: false } as const
const SYSTEM = { retryable: true, domain: 'system', phase: 'execution', isModelsFault: false } as const

/** Error categories of calls, as in `ToolResult.category`, with facts about each category. */
export const TOOL_ERROR_CATEGORIES = {
  tool_not_found: {
    retryable: false,
    domain: 'planning',
    phase: 'setup',
    isModelsFault: true,
    suggestion: 'Use one of the tools that you were given, by its exact name.',
  },
  invalid_parameters: {
    ...PARAMETERS,
    suggestion: 'Correct the arguments to match the schema of the tool, and call it again.',
  },
  type_mismatch: {
    ...PARAMETERS,
    suggestion: 'Give each argument the type of the tool’s schema, and call it again.',
  },
  policy_blocked: { ...ACTION, suggestion: 'This is not allowed. Find another way.' },
  confirmation_required: { ...ACTION, suggestion: 'A person has to agree first. Ask, or go on without it.' },
  permanent_failure: { ...ACTION, suggestion: 'The same call will fail again. Find another way.' },
  cancelled: { ...ACTION, suggestion: 'It was stopped on purpose. Do not call it again unless asked to.' },
  rate_limited: { ...SYSTEM, suggestion: 'There were too many requests. Try again later.' },
  server_error: { ...SYSTEM, suggestion: 'The service has an internal problem. Try again later.' },
  network_error: { ...SYSTEM, suggestion: 'The service could not be reached. Try again later.' },
  timeout: { ...SYSTEM, suggestion: 'It took too long. Try again later, or ask for less at once.' },
} as const satisfies Readonly<Record<string, CategoryFacts>>

/** @see TOOL_ERROR_CATEGORIES */
export type ToolErrorCategory = keyof typeof TOOL_ERROR_CATEGORIES
