import type { UIMessage } from 'ai'

/** Loads the messages of a chat. */
export async function storedMessages(id: string): Promise<UIMessage[]> {
  const response = await fetch(`/api/chat/${id}`)
  if (!response.ok)
    throw new Error(
      `The chat could not be loaded: status ${response.status}.`,
    )
  return response.json()
}
