import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What any build with the playground in it needs of Vite. */
export function playground(): Plugin {
  return {
    name: 'toolwire-playground',
    config: () => ({
      resolve: {
        alias: [
          // Only recordings that were kept compressed need it, and browsers cannot unpack while code waits.
          { find: 'node:zlib', replacement: fileURLToPath(new URL('./no-zlib.ts', import.meta.url)) },
        ],
      },
      // The worker loads wires and rules when they are needed.
      worker: { format: 'es' },
      // The sources of the library are outside of the site's folder.
      server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    }),
  }
}
