import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Returns the Vite settings for any build that includes the playground. */
export function playground(): Plugin {
  return {
    name: 'toolwire-playground',
    config: () => ({
      // The worker loads wires and rules on demand.
      worker: { format: 'es' },
      // The sources of the library are outside of the site's folder.
      server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    }),
  }
}
