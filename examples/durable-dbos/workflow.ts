import { DBOS } from '@dbos-inc/dbos-sdk'
import { userMessage } from 'toolwire'
import { runLoop, type Step } from 'toolwire/loop'
import { payments } from '../durable-parts/payments.js'

const [, , folder = '.', fatalTurn] = process.argv
const { provider, tools } = payments(folder, Number(fatalTurn))

// #region shown
const step: Step = (key, work) => DBOS.runStep(work, { name: key })

/** DBOS runs it again after a crash, with the stored steps. */
export const agent = DBOS.registerWorkflow(
  async (question: string) => {
    const messages = [userMessage(question)]
    const loop = runLoop({ provider, messages, tools, step })
    return (await loop.result).messages
  },
  { name: 'agent' },
)
// #endregion
