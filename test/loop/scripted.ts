import { openaiChat } from '../../adapters/openai-chat/index.js'
import { type Provider, provider, type TurnInput } from '../../src/index.js'

/** Returns a call in the form of Chat Completions. */
export function nativeCall(id: string, name: string, input: object = {}) {
  return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }
}

/** Returns an answer of Chat Completions. */
export function answer(content: string | null, ...calls: readonly ReturnType<typeof nativeCall>[]) {
  const message = {
    role: 'assistant' as const,
    content,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: [...calls] }),
  }
  const finish_reason = calls.length > 0 ? ('tool_calls' as const) : ('stop' as const)
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion' as const,
    created: 1,
    model: 'gpt-5.4',
    choices: [{ index: 0, logprobs: null, message, finish_reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
}

type Answer = Omit<ReturnType<typeof answer>, 'usage'>

/** Creates a provider that derives its answers from the requests. `sent` contains the native requests. */
export function scripted(
  answerTo: (conversation: Parameters<Provider['turn']>[0], turn: number) => Answer | Error,
) {
  const sent: unknown[] = []
  const asked: TurnInput[] = []
  let turn = 0
  const inner = provider(openaiChat, {
    model: 'gpt-5.4',
    stream: false,
    send: async (request, { signal }) => {
      sent.push(request)
      signal.throwIfAborted()
      const given = answerTo(asked[asked.length - 1] ?? { messages: [] }, turn)
      turn += 1
      if (given instanceof Error) throw given
      return given
    },
  })
  const outer: Provider = {
    ...inner,
    turn(conversation, options) {
      asked.push(conversation)
      return inner.turn(conversation, options)
    },
  }
  return { provider: outer, sent, asked }
}
