import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vite'
import { playgroundVite } from './vite-settings.js'

/** The playground alone, for work on it and for its tests. The site has it on a page of its own. */
export default mergeConfig(
  playgroundVite,
  defineConfig({
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: './',
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', manifest: true },
    server: { fs: { allow: ['../..'] } },
  }),
)
