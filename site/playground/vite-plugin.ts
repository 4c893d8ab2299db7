import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Returns the Vite settings for any build that includes the playground. */
export function playground(): Plugin {
  return {
    name: 'toolwire-playground',
    config: () => ({
      resolve: {
        alias: [
          // Only compressed recordings need this module, and browsers cannot decompress synchronously.
          { find: 'node:zlib', replacement: fileURLToPath(new URL('./no-zlib.ts', import.meta.url)) },
        ],
      },
      // The worker loads wires and rules on demand.
      worker: { format: 'es' },
      // The sources of the library are outside of the site's folder.
      server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    }),
  }
}
