import { type AgentConfig, type buildResumeArray, HttpAgent, type RunAgentParameters } from '@ag-ui/client'
import { EventSchema } from '@ag-ui/core/schemas'

/** Returns a client whose requests are answered here, and the result of its answer. */
export function agentOf(answerTo: (body: unknown) => Promise<Response>, config: AgentConfig = {}) {
  const types: string[] = []
  const problems: string[] = []
  const interrupts: Parameters<typeof buildResumeArray>[0] = []
  const agent = new HttpAgent({
    ...config,
    url: 'http://local/agent',
    fetch: async (_url, init) => answerTo(JSON.parse(String(init?.body))),
  })
  const run = async (parameters: RunAgentParameters = {}) => {
    interrupts.length = 0
    await agent
      .runAgent(parameters, {
        onEvent({ event }) {
          types.push(event.type)
          const checked = EventSchema.safeParse(event)
          if (!checked.success) problems.push(checked.error.message)
        },
        onRunFinishedEvent({ event }) {
          if (event.outcome?.type === 'interrupt') interrupts.push(...event.outcome.interrupts)
        },
      })
      .catch((error: unknown) => problems.push(String(error)))
  }
  return { agent, run, types, problems, interrupts }
}
