import { fileURLToPath } from 'node:url'

/** What any build with the playground in it needs of Vite. */
export const playgroundVite = {
  resolve: {
    // Only recordings that were kept compressed need it, and browsers cannot unpack while code waits.
    alias: { 'node:zlib': fileURLToPath(new URL('./no-zlib.ts', import.meta.url)) },
  },
  // The worker loads wires and rules when they are needed.
  worker: { format: 'es' },
} as const
