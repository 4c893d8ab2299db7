// Compiled, but not run: each of these engines needs a service or a build step.
import { defineTool, type Message, provider } from 'toolwire'
import {
  type ChatResponseInput,
  openaiChat,
} from 'toolwire/adapters/openai-chat'
import { runLoop, type Step } from 'toolwire/loop'
import { gpt } from './snippets/gpt.js'

/** `step` of an Inngest function. Its values are typed as parsed JSON. */
interface InngestStep {
  run(id: string, work: () => Promise<unknown>): Promise<unknown>
}

/** Activities of Temporal, or functions with 'use step' of Workflow SDK. */
interface Activities {
  ask(request: unknown): Promise<ChatResponseInput>
  pay(input: unknown): Promise<string>
}

// #region shown
/** Inngest: a step is a function, as in DBOS and Restate. */
export function inngestAgent(
  inngest: InngestStep,
  messages: Message[],
) {
  const step: Step = (key, work) =>
    inngest.run(key, work) as ReturnType<typeof work>
  return runLoop({ provider: gpt, messages, step }).result
}

/**
 * Temporal and Workflow SDK: steps are registered functions.
 * They send the requests and run the calls. `step` is not needed.
 */
export function temporalAgent(steps: Activities, messages: Message[]) {
  const model = provider(openaiChat, {
    model: 'gpt-5.4',
    stream: false,
    send: (request) => steps.ask(request),
  })
  const execute = (input: unknown) => steps.pay(input)
  const pay = defineTool({ name: 'pay', execute })
  return runLoop({ provider: model, messages, tools: [pay] }).result
}
// #endregion
