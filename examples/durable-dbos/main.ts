// Usage: node main.js FOLDER [FATAL_TURN]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { QUESTION } from '../durable-parts/payments.js'
import { agent } from './workflow.js'

const ID = 'chat-17'
const [, , folder = '.'] = process.argv
const { DBOS_SYSTEM_DATABASE_URL: systemDatabaseUrl = '' } = process.env
DBOS.setConfig({ name: 'bills', systemDatabaseUrl, logLevel: 'warn' })
// Continues the workflows of a process that died.
await DBOS.launch()
const isKnown = (await DBOS.getWorkflowStatus(ID)) !== null
const begun = isKnown
  ? DBOS.retrieveWorkflow(ID)
  : await DBOS.startWorkflow(agent, { workflowID: ID })(QUESTION)
writeFileSync(join(folder, 'conversation.json'), JSON.stringify(await begun.getResult()))
await DBOS.shutdown()
