// Replaces the network: recordings answer the official SDKs, in a terminal at their recorded speed.
import { fileURLToPath } from 'node:url'
import { createReplay } from 'toolwire/replay'

const CASSETTE = new URL('../../../../examples/agent-loop/voyage.cassette', import.meta.url)

export function openNetwork() {
  return createReplay({
    from: fileURLToPath(CASSETTE),
    matching: 'best',
    timing: process.stdout.isTTY ? 'recorded' : 'instant',
  })
}
