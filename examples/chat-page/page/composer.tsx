import { type FormEvent, useEffect, useState } from 'react'

export interface ComposerProps {
  readonly isRunning: boolean
  /** True if the server refused the last message: its text returns to the field. */
  readonly isRefused: boolean
  send(text: string): void
}

/** The field for the next message. */
export function Composer({
  send,
  isRunning,
  isRefused,
}: ComposerProps) {
  const [text, setText] = useState('')
  const [sent, setSent] = useState('')
  useEffect(() => {
    if (isRefused) setText((current) => current || sent)
  }, [isRefused, sent])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRunning || text.trim() === '') return
    setSent(text)
    setText('')
    send(text)
  }

  return (
    <form onSubmit={submit}>
      <input
        aria-label="Message"
        placeholder="Write a message"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={isRunning || text.trim() === ''}>
        Send
      </button>
    </form>
  )
}
