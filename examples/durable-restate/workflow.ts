import { type WorkflowContext, workflow } from '@restatedev/restate-sdk'
import { userMessage } from 'toolwire'
import { runLoop, type Step } from 'toolwire/loop'
import { payments } from '../durable-parts/payments.js'

const [, , , folder = '.', fatalTurn] = process.argv
const { provider, tools } = payments(folder, Number(fatalTurn))

// #region shown
/** Restate runs it again after a crash, with the stored steps. */
export const agent = workflow({
  name: 'agent',
  handlers: {
    run: async (context: WorkflowContext, question: string) => {
      const step: Step = (key, work) => context.run(key, work)
      const messages = [userMessage(question)]
      const loop = runLoop({ provider, messages, tools, step })
      return (await loop.result).messages
    },
  },
})
// #endregion
