'use client'

import { useChat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses as isDecided,
  type UIMessage,
} from 'ai'
import { useEffect, useState } from 'react'
import { Composer } from './composer.tsx'
import { explained, isBehind } from './errors.ts'
import { Message } from './message.tsx'
import { storedMessages } from './stored-messages.ts'

export interface ChatProps {
  readonly id: string
  /** The messages that the server has stored. */
  readonly stored: UIMessage[]
}

/** A chat whose conversation is stored by the server. */
export function Chat({ id, stored }: ChatProps) {
  const [isRefused, setRefused] = useState(false)
  // True once the page of the server has its script.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  // #region shown
  const { messages, status, error, ...chat } = useChat({
    id,
    messages: stored,
    // Continues the answer that was running when the page was closed.
    resume: true,
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    sendAutomaticallyWhen: isDecided,
    // Another tab posted first.
    onError: (error) => isBehind(error) && catchUp(),
  })

  const send = (text: string) => {
    setRefused(false)
    chat.sendMessage({ text })
  }

  /** Shows the changes of the tab that posted first. */
  const catchUp = async () => {
    setRefused(true)
    chat.setMessages(await storedMessages(id))
    await chat.resumeStream()
  }

  /** Without a message, the server continues where its record ends. */
  const tryAgain = async () => {
    chat.setMessages(await storedMessages(id))
    await chat.sendMessage()
  }

  const stop = () => fetch(`/api/chat/${id}/stop`, { method: 'POST' })
  // #endregion
  useEffect(() => {
    window.scrollTo(0, document.body.scrollHeight)
  }, [messages.length, status])
  const isRunning = status === 'submitted' || status === 'streaming'

  return (
    <main data-ready={isReady || undefined}>
      <header>
        <h1>Chat</h1>
        <a href="/">New chat</a>
      </header>
      <ol aria-live="polite">
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            isLast={index === messages.length - 1}
            answer={chat.addToolApprovalResponse}
          />
        ))}
      </ol>
      <footer>
        {isRunning && (
          <p className="status">
            {status === 'submitted' ? 'Thinking…' : 'Answering…'}
            <button type="button" onClick={stop}>
              Stop
            </button>
          </p>
        )}
        {isRefused && (
          <p className="notice">
            Another tab was first. Nothing was sent from here.
          </p>
        )}
        {error !== undefined && !isRefused && (
          <p className="error" role="alert">
            {explained(error)}
            <button type="button" onClick={tryAgain}>
              Try again
            </button>
          </p>
        )}
        {status === 'ready' && isUnanswered(messages) && (
          <p className="notice">
            The last message has no answer.
            <button type="button" onClick={tryAgain}>
              Try again
            </button>
          </p>
        )}
        <Composer
          send={send}
          isRunning={isRunning}
          isRefused={isRefused}
        />
      </footer>
    </main>
  )
}

/** Returns true if the answer is missing or waits for calls that nobody runs. */
function isUnanswered(messages: readonly UIMessage[]): boolean {
  const last = messages.at(-1)
  if (last?.role === 'user') return true
  return (
    last?.parts.some(
      (part) => 'state' in part && part.state === 'approval-responded',
    ) ?? false
  )
}
