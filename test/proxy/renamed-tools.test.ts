import { describe, expect, test } from 'vitest'
import { assistantMessage, toolCall } from '../../src/base/model/create.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'

const NAME = 'look_at_the_weather_of_a_place'
/** Limits that a deployment of any wire may have. */
const LIMITS = { toolName: { pattern: '[a-zA-Z0-9_]+', characters: 'a-zA-Z0-9_', maxLength: 20 } }

describe('tools that the limits of a target rename have their own names for clients of the same wire', () => {
  for (const { wire, adapter } of adapters)
    for (const streams of [false, true])
      test(`${wire}, ${streams ? 'streamed' : 'whole'}`, async () => {
        let asked = ''
        const upstream = scripted((sent) => {
          asked =
            adapter
              .decodeRequest(sent.body)
              .value.tools?.map((tool) => tool.name)
              .join() ?? ''
          const message = assistantMessage('I look.', toolCall('c1', asked, { at: 'Rome' }))
          return nativeAnswer(
            adapter,
            { id: 'a1', model: 'm', message, finish: { reason: 'tool-calls' } },
            sent,
          )
        })
        const { fetch } = proxied(wire, wire, upstream.fetch, { limits: LIMITS })
        const tools = [{ type: 'function', name: NAME, parameters: { type: 'object' } }] as const
        const response = await fetch(...requestOf(wire, { ...user('Look.'), tools }, streams))
        const { message } = await adapterOf(wire).adapter.collect(response)
        expect(asked).toMatch(/^\w{1,20}$/)
        expect(message.parts).toMatchObject([
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', name: NAME, arguments: { at: 'Rome' } },
        ])
      })
})
