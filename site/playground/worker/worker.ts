import { printedError } from '../../../src/traffic/input/printed-error.js'
import type { Question, Reply, Tasks } from '../protocol.js'
import { fixShown, lintShown } from './checks.js'
import { answerMarkup } from './conversation.js'
import { Playback } from './playback.js'
import { schemasMarkup } from './tool-schemas.js'
import { NotLoadedError } from './wires.js'
import { Workbench } from './workbench.js'

type Doing = {
  readonly [Task in keyof Tasks]: (
    given: Tasks[Task]['given'],
  ) => Tasks[Task]['answer'] | Promise<Tasks[Task]['answer']>
}

const bench = new Workbench()
let playback: Playback | undefined

const doing: Doing = {
  open: (given) => bench.open(given),
  show: (choice) => bench.show(choice),
  canonical: () => bench.canonical(),
  translate: (translation) => bench.translate(translation),
  lint: () => lintShown(bench),
  fix: (chosen) => fixShown(bench, chosen),
  frames() {
    playback = new Playback(bench.opened.resolved, bench.opened.content.chunks)
    return playback.frames
  },
  answerAt(count) {
    if (playback === undefined) return ''
    const { answer, isOver } = playback.answerAt(count)
    return answerMarkup(answer, isOver).text
  },
  schemas(name) {
    const tools = bench.opened.decoded.request?.tools ?? []
    const tool = tools.find((one) => one.type === 'function' && one.name === name)
    const schema = tool?.type === 'function' ? tool.parameters : undefined
    return schemasMarkup(schema ?? { type: 'object' }, bench.registry.adapters).text
  },
}

/** Tasks run in sequence, because each depends on the state left by the previous one. */
let last: Promise<void> = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  last = last.then(() => answer(data))
})

async function answer<Task extends keyof Tasks>({ id, task, given }: Question<Task>): Promise<void> {
  try {
    tell({ id, answer: await doing[task](given) })
  } catch (error) {
    // The page receives the error, and sends the next input to a new worker.
    if (error instanceof NotLoadedError) reportError(error)
    else tell({ id, error: printedError(error).message })
  }
}

function tell(reply: Reply): void {
  postMessage(reply)
}
