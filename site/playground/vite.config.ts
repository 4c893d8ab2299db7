import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { playground } from './vite-plugin.js'

/** The playground alone, for work on it and for its tests. The site has it on a page of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [playground()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
})
