import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { search } from './search'
import { slugify } from './slugify'

const sidebar = JSON.parse(readFileSync(new URL('../pages/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'Toolwire',
  description: 'Reads and writes the tool calls of every LLM provider. Nothing is lost silently.',
  lang: 'en',
  base: '/toolwire/',
  srcDir: 'pages',
  // Copies of the pages as Markdown, for language models.
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  ignoreDeadLinks: false,
  markdown: { anchor: { slugify } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/getting-started', activeMatch: '/guides/' },
      { text: 'Wires', link: '/wires/', activeMatch: '/(wires|formats)/' },
      { text: 'Notices', link: '/notices/', activeMatch: '/notices/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: 'https://github.com/toolwire/toolwire' }],
    search,
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
})
