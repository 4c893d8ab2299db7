// A provider of live sessions for offline runs. Its frames are Toolwire's events and actions as JSON.
import { toolCall } from 'toolwire'
import { defineAdapter } from 'toolwire/adapter-kit'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import type {
  SessionAction,
  SessionCodec,
  SessionEvent,
  SessionSocket,
} from 'toolwire/session'

const decoder = () => ({
  push: (frame: unknown): never[] => [frame as never],
  finish: () => [],
})
const encoder = () => ({
  push: (told: unknown): never[] => [told as never],
})
const session: SessionCodec = {
  serverDecoder: decoder,
  serverEncoder: encoder,
  clientDecoder: decoder,
  clientEncoder: encoder,
}
export const scripted = defineAdapter({
  ...openaiChat.codecs,
  id: 'scripted',
  session,
})

/** Simulates a provider that receives a question, makes a call, and reports its result. */
export function connect(): SessionSocket {
  let hear: (event: { readonly data: unknown }) => void = () =>
    undefined
  let results = ''
  const tell = (...events: readonly SessionEvent[]) => {
    for (const event of events) hear({ data: JSON.stringify(event) })
  }
  const say = (text: string) =>
    tell(
      { type: 'response-start' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: text },
      { type: 'text-end', id: 't', part: { type: 'text', text } },
      { type: 'finish', finish: { reason: 'stop' } },
    )
  const answer = () => {
    if (results !== '') return say(`They tell me: ${results}`)
    tell(
      { type: 'response-start' },
      {
        type: 'tool-call',
        call: toolCall('call_1', 'weather', { city: 'Oslo' }),
      },
      {
        type: 'tool-call',
        call: toolCall('call_2', 'book', { city: 'Oslo' }),
      },
      { type: 'finish', finish: { reason: 'tool-calls' } },
    )
  }
  const said: {
    readonly [Type in SessionAction['type']]?: (
      action: SessionAction,
    ) => void
  } = {
    open: () =>
      tell(
        { type: 'session-ready' },
        {
          type: 'input-text',
          id: '1',
          text: 'Rain in Oslo?',
          isWhole: true,
        },
      ),
    results: (action) => {
      if (action.type === 'results')
        results += JSON.stringify(action.results[0]?.output)
    },
    respond: answer,
  }
  return {
    readyState: 1,
    binaryType: 'arraybuffer',
    send: (frame) => {
      const action: SessionAction = JSON.parse(frame)
      queueMicrotask(() => said[action.type]?.(action))
    },
    close: () => undefined,
    addEventListener: (
      type: string,
      listener: (event: never) => void,
    ) => {
      if (type === 'message') hear = listener as typeof hear
    },
  }
}
