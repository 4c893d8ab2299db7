import type { useChat } from '@ai-sdk/react'
import {
  type DynamicToolUIPart,
  getToolName,
  type ToolUIPart,
} from 'ai'

export type Answer = ReturnType<
  typeof useChat
>['addToolApprovalResponse']

export interface CallProps {
  readonly part: ToolUIPart | DynamicToolUIPart
  /** True if a request for approval can be answered. */
  readonly isOpen: boolean
  /** Answers a request for approval. */
  readonly answer: Answer
}

const STATES: Record<CallProps['part']['state'], string> = {
  'input-streaming': 'Preparing…',
  'input-available': 'Running…',
  'approval-requested': 'Needs your approval',
  'approval-responded': 'Answered',
  'output-available': 'Done',
  'output-error': 'Failed',
  'output-denied': 'Denied',
}

// #region shown
/** A call of a tool, with its state and its buttons. */
export function Call({ part, isOpen, answer }: CallProps) {
  const { input } = part
  const state =
    part.state === 'approval-requested' && !isOpen
      ? 'output-denied'
      : part.state
  return (
    <section className={`call ${state}`}>
      <h2>
        {getToolName(part)}{' '}
        <span className="state">{STATES[state]}</span>
      </h2>
      <Members of={input} />
      {part.state === 'output-available' && (
        <Members of={part.output} />
      )}
      {part.state === 'output-error' && <p>{part.errorText}</p>}
      {part.state === 'approval-requested' && isOpen && (
        <p className="choice">
          <button
            type="button"
            onClick={() =>
              answer({ id: part.approval.id, approved: true })
            }
          >
            Allow
          </button>
          <button
            type="button"
            onClick={() =>
              answer({ id: part.approval.id, approved: false })
            }
          >
            Deny
          </button>
        </p>
      )}
    </section>
  )
}

// #endregion
/** The members of an object; other values as one line. */
function Members({ of }: { readonly of: unknown }) {
  if (of === undefined) return null
  const members =
    typeof of === 'object' && of !== null ? of : { result: of }
  return (
    <dl>
      {Object.entries(members).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
