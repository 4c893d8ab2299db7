import { expect, test } from 'vitest'
import type { ToolCall } from '../../src/base/model/types.js'
import { computerUse } from '../../src/index.js'
import { createToolContext } from '../../src/tools/index.js'
import { queueRequestOf } from '../../src/tools/queue/queue-request.js'

test('a tool can be used by its declared name under any model name', async () => {
  const click: ToolCall = {
    type: 'tool-call',
    id: 'c1',
    kind: 'computer',
    name: 'click_at',
    status: 'complete',
    arguments: { x: 1 },
    providerExecuted: false,
  }
  const allowedIn = async (names: readonly string[]) => {
    const batch = {
      context: createToolContext(),
      scope: 'batch',
      mode: 'parallel' as const,
      approvals: [],
      allowedTools: [names],
      isHeard: false,
      keep: 60_000,
    }
    return (await queueRequestOf(batch, click, computerUse(), () => {})).asked.allowedTools
  }
  expect(await allowedIn(['computer'])).toBe('inherit')
  expect(await allowedIn(['click_at'])).toBe('none')
})
