import { GoogleGenAI, type Interactions } from '@google/genai'
import { googleInteractions } from '../../../adapters/google-interactions/index.js'
import { type Chat, converse } from './converse.js'
import { HOST, type Job, MODEL, type Runner } from './types.js'

type Parameters = Interactions.InteractionCreateParams.CreateModelInteractionParamsNonStreaming
type Streaming = Interactions.InteractionCreateParams.CreateModelInteractionParamsStreaming

/** `previous`: the server stores the turns. `steps`: each request repeats all steps unchanged. */
type Keeping = 'steps' | 'previous'

function interactionsOf({ fetch, retries = 0 }: Job): GoogleGenAI['interactions'] {
  const retryOptions = { attempts: retries + 1, initialDelay: 0.001, jitter: 0 }
  const httpOptions = { baseUrl: HOST, fetch, ...(retries > 0 && { retryOptions }) }
  return new GoogleGenAI({ apiKey: 'k', httpOptions }).interactions
}

function chatOf(job: Job, streams: boolean, keeping: Keeping): Chat {
  const interactions = interactionsOf(job)
  const tools: Interactions.Tool[] = job.tools.map(({ name, parameters }) => ({
    type: 'function',
    name,
    parameters,
  }))
  const options = job.signal === undefined ? {} : { signal: job.signal }
  let input: Interactions.Step[] = []
  let previous: string | undefined

  function parameters(): Parameters {
    const kept = keeping === 'steps' ? { store: false } : {}
    const after = previous === undefined ? {} : { previous_interaction_id: previous }
    return { model: MODEL, tools, input, ...kept, ...after }
  }

  function keep(id: string, steps: readonly Interactions.Step[]): void {
    input = keeping === 'steps' ? [...input, ...steps] : []
    if (keeping === 'previous') previous = id
  }

  return {
    async ask() {
      if (!streams) {
        const answer = await interactions.create(parameters(), options)
        keep(answer.id, answer.steps ?? [])
        return googleInteractions.decodeResponse(answer).value
      }
      const streaming: Streaming = { ...parameters(), stream: true }
      const events: Interactions.InteractionSSEEvent[] = []
      for await (const event of await interactions.create(streaming, options)) events.push(event)
      const heard = await googleInteractions.collect(events)
      // A stream that failed before its first step has no steps to store.
      const { steps = [] } = googleInteractions.encodeResponse(heard).value
      keep(heard.id ?? '', steps)
      return heard
    },
    say: (text) => void input.push({ type: 'user_input', content: [{ type: 'text', text }] }),
    answer(results) {
      for (const { call, gave } of results)
        input.push({
          ...{ type: 'function_result', call_id: call.id, name: call.name, result: gave.text },
          ...(gave.isError && { is_error: true }),
        })
    },
  }
}

const WORDS: Readonly<Record<Keeping, string>> = {
  steps: 'its steps as input',
  previous: 'previous_interaction_id',
}

export const interactionsRunners: readonly Runner[] = [false, true].flatMap((streams) =>
  (['steps', 'previous'] as const).map(
    (keeping): Runner => ({
      ...{ wire: 'google-interactions', streams, goesOn: true, retries: false },
      leavesTurns: keeping === 'previous',
      title: `@google/genai interactions.create, ${WORDS[keeping]}${streams ? ', streamed' : ''}`,
      run: (job) => converse(chatOf(job, streams, keeping), job),
      isOwnError: (error) => error instanceof Error && 'statusCode' in error,
    }),
  ),
)
