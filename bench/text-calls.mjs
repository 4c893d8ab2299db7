// Cost of searching for calls in text: 1 MB of text without calls, passed on as events with and without the
// step, and read from a stream of a wire with and without it.
//     node --expose-gc bench/text-calls.mjs

import { openaiChat } from '../build/adapters/openai-chat/index.js'
import { createContext } from '../build/src/base/model/context.js'
import { assemble } from '../build/src/codec/stream/assemble.js'
import { disassemble } from '../build/src/codec/stream/disassemble.js'
import { mapEvents, runStep } from '../build/src/codec/stream/event-step.js'
import { streamFrames } from '../build/src/codec/stream/frame-writer.js'
import {
  allTextDialects,
  hermesJson,
  qwen3CoderXml,
  textCallsStep,
  withTextCalls,
} from '../build/src/text-calls/index.js'
import { measure } from './measure.mjs'

const SIZE = 2 ** 20
const DELTA = 16
const TEXTS = {
  prose: 'It was a bright cold day in April, and the clocks were striking thirteen.\n',
  markup: '<p class="a">Some <b>bold</b> text</p>\n  <ul><li>one</li></ul>\n',
  code: 'Use `f(x)` here:\n```js\nconst a = b < c ? [1, 2] : { d: "e" }\n```\n',
  'half markers': 'a <tool_cal> b <tool_call> {"nam </tool_call> <func [TOOL_ ```\n',
}
const tools = [{ type: 'function', name: 'get_weather' }]
const sets = {
  'one dialect': [hermesJson],
  'two dialects': [hermesJson, qwen3CoderXml],
  'all dialects': allTextDialects,
}

for (const [name, line] of Object.entries(TEXTS)) {
  const text = line.repeat(Math.ceil(SIZE / line.length)).slice(0, SIZE)
  const part = { type: 'text', text }
  const response = { message: { role: 'assistant', parts: [part] }, finish: { reason: 'stop' } }
  const events = [...disassemble(response, { deltaLength: DELTA })]
  const frames = [...streamFrames(response, openaiChat.codecs, createContext('openai-chat'))]
  const pass = (step) => () => assemble(runStep(step(), events), '')
  for (const [title, dialects] of Object.entries(sets)) {
    const steps = await measure(
      {
        plain: pass(() => mapEvents((event) => event)),
        step: pass(() => textCallsStep({ dialects, tools })),
      },
      1500,
    )
    const wrapped = withTextCalls(openaiChat, { dialects, tools })
    const wire = await measure(
      { plain: () => openaiChat.collect(frames), text: () => wrapped.collect(frames) },
      1500,
    )
    const told = ({ ratio, milliseconds }) => `${ratio.toFixed(2)} (${milliseconds.toFixed(1)} ms)`
    console.log(`${name.padEnd(14)}${title.padEnd(14)}step ${told(steps.step)}   stream ${told(wire.text)}`)
  }
}
