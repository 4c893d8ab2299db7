// The tool that runs on a worker, if there is one. Both sides import it.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolwire'
import { z } from 'zod'

export const QUEUE = 'agent-loop'

const LEGS = [
  { to: 'the mouth of the sound', miles: 2.1 },
  { to: 'Røværsholmen', miles: 3.4 },
  { to: 'the open water', miles: 4.9 },
  { to: 'Nordvikvågen on Utsira', miles: 2.8 },
]

export const plotCourse = defineTool({
  name: 'plot_course',
  description: 'Works out a course, leg by leg, and the times of a day trip',
  parameters: z.object({ from: z.string(), to: z.string(), leave: z.string() }),
  retryable: true,
  async execute({ leave }, { emit, signal }) {
    for (const [index, { to, miles }] of LEGS.entries()) {
      emit(`leg ${index + 1} of ${LEGS.length}: ${miles} miles to ${to}. `)
      await sleep(350, undefined, { signal })
    }
    return { miles: 13.2, leave, there: '11:40', back: '17:10', sunset: '19:22' }
  },
})
