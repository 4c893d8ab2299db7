/** What is known of every error of a category. */
export interface CategoryFacts {
  /** Whether trying the same call again may help. */
  readonly retryable: boolean
  /**
   * Who can mend it: `planning` by choosing another tool, `reflection` by writing the arguments again (once, not over and
   * over), `action` by doing something else, `system` by trying again later.
   */
  readonly domain: 'planning' | 'reflection' | 'action' | 'system'
  /** How far the call had come. */
  readonly phase: 'setup' | 'param_handling' | 'execution'
  /** Whether the model did something wrong; the others say nothing of its quality. */
  readonly isModelsFault: boolean
  /** What the model is advised to do. */
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

/** What can go wrong with a call, in the words of its `ToolResult.category`, and what is known of each. */
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
  server_error: { ...SYSTEM, suggestion: 'The service has a problem of its own. Try again later.' },
  network_error: { ...SYSTEM, suggestion: 'The service could not be reached. Try again later.' },
  timeout: { ...SYSTEM, suggestion: 'It took too long. Try again later, or ask for less at once.' },
} as const satisfies Readonly<Record<string, CategoryFacts>>

/** @see TOOL_ERROR_CATEGORIES */
export type ToolErrorCategory = keyof typeof TOOL_ERROR_CATEGORIES
