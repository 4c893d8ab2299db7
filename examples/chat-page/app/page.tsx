import { redirect } from 'next/navigation'

export const dynamic = 'force-dynamic'

export default function NewChat() {
  redirect(`/chat/${crypto.randomUUID()}`)
}
