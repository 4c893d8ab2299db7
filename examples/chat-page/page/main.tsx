import { createRoot } from 'react-dom/client'
import { Chat } from './chat.tsx'
import { storedMessages } from './stored-messages.ts'
import './chat.css'

const root = document.getElementById('root')
const id = location.pathname.split('/').at(-1) ?? ''
if (root !== null)
  createRoot(root).render(
    <Chat id={id} stored={await storedMessages(id)} />,
  )
