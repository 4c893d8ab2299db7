// What the models may call in the agent's own process.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolwire/tools'
import { z } from 'zod'

/** What is read out, phrase by phrase, and what is known after it. */
const READ_OUT = [
  {
    heard: ['Karmøy to Utsira:', 'south-west four to five,', 'dying away by noon.'],
    wind: 'south-west 4 to 5',
  },
  { heard: ['Sea slight,', 'visibility good.'], sea: 'slight' },
  { heard: ['Rain from the west', 'after eight in the evening.'], rain: 'after 20:00' },
]

/** Streams: phrases while they are heard, after each sentence what is known so far, and in the end the result. */
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

/** Remembers: its state belongs to the conversation, and outlives the process. */
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

/** Costs money: the policy of the agent asks for approval of it. */
export const charter = defineTool({
  name: 'charter',
  description: 'Hires a boat for a day, and pays for it',
  parameters: z.object({ boat: z.string(), day: z.string(), kroner: z.number() }),
  destructive: true,
  execute: ({ boat, day }) => ({ booking: 'UT-2107', boat, day }),
})
