import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { type Loop, runLoop } from '../../src/chat/loop/index.js'
import { memoryStreams, type ResponseOptions, toResponse } from '../../src/chat/serve/index.js'
import { defineTool, type Message, userMessage } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

/** Returns a promise with the function that resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Returns a loop whose tool runs until `end` is opened, also after an abort. */
function slowLoop() {
  const end = gate()
  const buy = defineTool({
    name: 'buy',
    execute: async (_, context) => {
      context.emit('The tool runs.')
      await end.opened
      return 'bought'
    },
  })
  const { provider } = scripted((_, turn) =>
    turn === 0 ? answer('A moment.', nativeCall('c1', 'buy')) : answer('Done.'),
  )
  const loop = runLoop({ provider, messages: [userMessage('Buy.')], tools: [buy] })
  return { loop, end }
}

/** Serves the loop and returns the messages that `onEnd` sees. */
function stored(loop: Loop, options: Partial<ResponseOptions>) {
  const ended = gate()
  let seen: readonly Message[] = []
  const onEnd = () => {
    seen = [...loop.messages]
    ended.open()
  }
  const response = toResponse(loop, { as: 'ui', id: 'x', ...options, onEnd })
  return { response, kept: ended.opened.then(() => seen) }
}

/** Reads until the tool runs. */
async function untilToolRuns({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) throw new Error('The response has no body.')
  let text = ''
  while (!text.includes('The tool runs.')) text += (await reader.read()).value ?? ''
  return reader
}

const resultsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))

describe('`onEnd` sees the result of a call that runs while', () => {
  test('the client leaves', async () => {
    const { loop, end } = slowLoop()
    const { response, kept } = stored(loop, {})
    const reader = await untilToolRuns(response)
    await reader.cancel()
    end.open()
    expect(resultsOf(await kept)).toHaveLength(1)
  })

  test.each([
    ['not kept', undefined],
    ['kept', memoryStreams()],
  ])('the run is stopped, with a stream that is %s', async (_, store) => {
    const { loop, end } = slowLoop()
    const abort = new AbortController()
    const { response, kept } = stored(loop, { signal: abort.signal, store })
    const reader = await untilToolRuns(response)
    abort.abort()
    let text = ''
    for (let step = await reader.read(); !step.done; step = await reader.read()) text += step.value
    expect(text).toContain('"abort"')
    end.open()
    expect(resultsOf(await kept)).toHaveLength(1)
  })
})

test('`onEnd` is called once for a loop that fails', async () => {
  const { provider } = scripted(() => new Error('down'))
  let ends = 0
  const loop = runLoop({ provider, messages: [userMessage('Hi')] })
  const text = await toResponse(loop, {
    as: 'ui',
    onEnd: () => {
      ends += 1
    },
  }).text()
  expect(text).toContain('"error"')
  expect(ends).toBe(1)
})

describe('a signal that many responses share has no listener', () => {
  const { signal } = new AbortController()
  const listeners = () => getEventListeners(signal, 'abort').length
  const loopOf = () => {
    const { provider } = scripted(() => answer('Hi.'))
    return runLoop({ provider, messages: [userMessage('Hi')] })
  }

  test('after the end', async () => {
    for (let index = 0; index < 3; index += 1) await toResponse(loopOf(), { as: 'ui', signal }).text()
    expect(listeners()).toBe(0)
  })

  test('of a response that was left or never read', async () => {
    toResponse(loopOf(), { as: 'ui', signal })
    const { response, kept } = stored(loopOf(), { signal })
    const reader = response.body?.getReader()
    await reader?.read()
    expect(listeners()).toBe(1)
    await reader?.cancel()
    await kept
    expect(listeners()).toBe(0)
  })
})
