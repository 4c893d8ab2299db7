import { expect, test } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { adapters } from '../support/adapters.js'
import { eventsOf } from '../support/streams.js'

function call(id: string, name: string): ToolCall {
  return {
    type: 'tool-call',
    id,
    name,
    kind: 'function',
    providerExecuted: false,
    status: 'complete',
    arguments: { name },
    rawArguments: `{"name":"${name}"}`,
  }
}

function begun({ id, name }: ToolCall): StreamEvent[] {
  return [
    { type: 'tool-input-start', id, name, kind: 'function', providerExecuted: false },
    { type: 'tool-input-delta', id, delta: `{"name":"${name}"}` },
  ]
}

const [first, second] = [call('call_1', 'read'), call('call_2', 'write')]

// https://github.com/NousResearch/hermes-agent/pull/92767: a server ends the second call and never ends the
// first one.
test.each(adapters.filter(({ adapter }) => !adapter.lacks.has('encoder')))(
  '$wire: calls go out in the order in which they began, whichever ends first',
  ({ adapter, wire }) => {
    const events: StreamEvent[] = [
      { type: 'response-start', id: 'answer_1', model: 'm' },
      ...begun(first),
      ...begun(second),
      ...[second, first].flatMap((ended): StreamEvent[] => [
        { type: 'tool-input-end', id: ended.id },
        { type: 'tool-call', call: ended },
      ]),
      { type: 'finish', finish: { outcome: 'tool-calls', reason: 'tool-calls' } },
    ]
    const { stream } = adapter.codecs
    const encoder = stream.encoder?.(createContext(wire))
    const frames = [...events.flatMap((event) => encoder?.push(event) ?? []), ...(encoder?.finish() ?? [])]
    const { message } = assemble(
      eventsOf(
        adapter,
        frames.map((frame) => stream.framing.write(frame)),
      ),
      wire,
    )
    expect(message.parts).toMatchObject([{ name: 'read', arguments: { name: 'read' } }, { name: 'write' }])
  },
)
