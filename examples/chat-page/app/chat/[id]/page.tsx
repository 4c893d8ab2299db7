import { Chat } from '../../../page/chat.tsx'
import { storedMessages } from '../../../server/chat.ts'

export default async function Page({
  params,
}: PageProps<'/chat/[id]'>) {
  const { id } = await params
  return <Chat id={id} stored={await storedMessages(id)} />
}
