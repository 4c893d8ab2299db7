// Stands in for the network: recordings answer the official SDKs, in a terminal as fast as they were made.
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
