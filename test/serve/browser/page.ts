import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The page that the Chromium test opens.

function App() {
  const { messages, status, error, sendMessage, addToolApprovalResponse } = useChat({
    id: 'chat-1',
    messages: JSON.parse(sessionStorage.getItem('messages') ?? '[]'),
    resume: new URL(location.href).searchParams.has('resume'),
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    // A reopened page still has the user's messages.
    onFinish: () => sessionStorage.clear(),
  })
  const [text, setText] = useState('')
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault()
    const said = { id: 'said', role: 'user', parts: [{ type: 'text', text }] }
    sessionStorage.setItem('messages', JSON.stringify([...messages, said]))
    sendMessage({ text })
    setText('')
  }
  const answer = (id: string, approved: boolean) => addToolApprovalResponse({ id, approved })
  return h(
    'main',
    { style: { font: '16px sans-serif', maxWidth: '40em', margin: '2em auto' } },
    ...messages.map((message) => h(Message, { key: message.id, message, answer })),
    h(
      'p',
      { id: 'status', style: { color: 'gray' } },
      error === undefined ? status : `error: ${error.message}`,
    ),
    h(
      'form',
      { onSubmit: send },
      h('input', {
        value: text,
        placeholder: 'Say something',
        style: { width: '80%', padding: '0.5em' },
        onChange: (event: { target: { value: string } }) => setText(event.target.value),
      }),
    ),
  )
}

interface MessageProps {
  readonly message: UIMessage
  answer(id: string, approved: boolean): unknown
}

function Message({ message, answer }: MessageProps) {
  const style = {
    background: message.role === 'user' ? '#eef' : '#f4f4f4',
    padding: '0.5em',
    margin: '0.5em 0',
  }
  return h(
    'section',
    { className: message.role, style },
    ...message.parts.map((part, index) => shown(part, index)),
  )

  function shown(part: UIMessage['parts'][number], key: number) {
    if (part.type === 'text') return h('p', { key, className: 'text' }, part.text)
    if (part.type === 'reasoning') return h('em', { key }, part.text)
    if (!('toolCallId' in part)) return null
    const { approval } = part
    return h(
      'div',
      { key, className: 'call', style: { border: '1px solid #ccc', padding: '0.5em' } },
      h('code', null, `${part.type} ${JSON.stringify(part.input)} ${part.state}`),
      part.state === 'output-available' && h('pre', null, JSON.stringify(part.output)),
      part.state === 'output-error' && h('pre', { style: { color: 'red' } }, part.errorText),
      part.state === 'approval-requested' &&
        approval !== undefined &&
        h(
          'p',
          null,
          h(
            'button',
            { type: 'button', className: 'yes', onClick: () => answer(approval.id, true) },
            'Allow',
          ),
          h('button', { type: 'button', className: 'no', onClick: () => answer(approval.id, false) }, 'Deny'),
        ),
    )
  }
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(h(App))
