import { isToolUIPart, type UIMessage } from 'ai'
import { type Answer, Call } from './call.tsx'

export interface MessageProps {
  readonly message: UIMessage
  /** True for the last message: requests before it were superseded. */
  readonly isLast: boolean
  /** Answers a request for approval. */
  readonly answer: Answer
}

export function Message({ message, isLast, answer }: MessageProps) {
  return (
    <li className={message.role}>
      {message.parts.map((part, index) => {
        // Parts are only added at the end.
        const key = `${part.type} ${index}`
        if (part.type === 'text') return <p key={key}>{part.text}</p>
        if (isToolUIPart(part))
          return (
            <Call
              key={part.toolCallId}
              part={part}
              isOpen={isLast}
              answer={answer}
            />
          )
        return null
      })}
    </li>
  )
}
