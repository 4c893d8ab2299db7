/* Compiled, never run: clients of the official SDKs and OpenTelemetry's API are accepted without a cast. */
import { Client as ClientOfVersion2 } from '@modelcontextprotocol/client'
import { Client as ClientOfVersion1 } from '@modelcontextprotocol/sdk/client/index.js'
import * as api from '@opentelemetry/api'
import type { Message } from '../../src/base/model/types.js'
import { type RunnableTool, runTools } from '../../src/index.js'
import { mcpTools, openTelemetry, type Telemetry } from '../../src/tools/index.js'

const INFO = { name: 'types', version: '1.0.0' }

export async function tools(message: Message) {
  const runnable: RunnableTool[] = [
    ...(await mcpTools(new ClientOfVersion1(INFO), { prefix: 'one_' })),
    ...(await mcpTools(new ClientOfVersion2(INFO), { prefix: 'two_', meta: (run) => ({ id: run.callId }) })),
  ]
  return runTools(message, runnable)
}

export const telemetry: Telemetry = openTelemetry(api, { recordContent: true })
