// The tools that run in the agent's process.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolwire'
import { z } from 'zod'

/** The forecast, phrase by phrase, and the facts known after it. */
const READ_OUT = [
  {
    heard: ['Karmøy to Utsira:', 'south-west four to five,', 'dying away by noon.'],
    wind: 'south-west 4 to 5',
  },
  { heard: ['Sea slight,', 'visibility good.'], sea: 'slight' },
  { heard: ['Rain from the west', 'after eight in the evening.'], rain: 'after 20:00' },
]

/** A streaming tool: emits each phrase, after each sentence the facts so far, and at the end the result. */
export const forecast = defineTool({
  name: 'forecast',
  description: 'The sea forecast of the coast radio',
  parameters: z.object({ area: z.string() }),
  retryable: true,
  async *execute({ area }, { emit, signal }) {
    let known = { area }
    for (const [index, { heard, ...news }] of READ_OUT.entries()) {
      for (const phrase of heard) {
        await sleep(300, undefined, { signal })
        emit(`${phrase} `)
      }
      known = { ...known, ...news }
      if (index + 1 < READ_OUT.length) yield known
    }
    return known
  },
})

/** A stateful tool: its state belongs to the conversation and outlives the process. */
export const logbook = defineTool({
  name: 'logbook',
  description: 'Writes an entry into the log, and gives the whole log',
  parameters: z.object({ entry: z.string() }),
  async execute({ entry }, { getState, setState }) {
    const log = [...(await getState<string[]>('log', [])), entry]
    await setState('log', log)
    return { log }
  },
})

/** A tool that costs money: the agent's policy requires approval for it. */
export const charter = defineTool({
  name: 'charter',
  description: 'Hires a boat for a day, and pays for it',
  parameters: z.object({ boat: z.string(), day: z.string(), kroner: z.number() }),
  destructive: true,
  execute: ({ boat, day }) => ({ booking: 'UT-2107', boat, day }),
})
