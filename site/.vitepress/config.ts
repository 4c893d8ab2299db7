import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { lastChanges } from '../assemble/last-changes.mjs'
import { slugify } from '../assemble/slugify.mjs'
import { playground } from '../playground/vite-plugin.js'
import { search } from './search'

const assembled = (file: string) =>
  JSON.parse(readFileSync(new URL(`../pages/${file}`, import.meta.url), 'utf8'))

const changes = lastChanges()

export default defineConfig({
  title: 'Toolwire',
  description: 'Reads and writes the tool calls of every LLM provider. Nothing is lost silently.',
  lang: 'en',
  base: '/toolwire/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/toolwire/icon.svg' }]],
  srcDir: 'pages',
  // Copies of the pages as Markdown, for language models.
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  ignoreDeadLinks: false,
  transformPageData({ frontmatter }) {
    const { source } = frontmatter
    if (source === undefined) frontmatter.editLink = false
    return source === undefined ? {} : { lastUpdated: changes.get(source) }
  },
  markdown: {
    anchor: { slugify },
    // Themes with enough contrast on the grey of the blocks.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/getting-started', activeMatch: '/guides/' },
      { text: 'Wires', link: '/wires/', activeMatch: '/(wires|formats)/' },
      { text: 'Notices', link: '/notices/', activeMatch: '/notices/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: { ...assembled('sidebar.json'), '/reference/': assembled('reference/menu.json') },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: 'https://github.com/toolwire/toolwire' }],
    editLink: {
      text: 'Edit this page',
      // VitePress serializes this function, so it uses no names of this file.
      pattern: ({ frontmatter }) => `https://github.com/toolwire/toolwire/edit/main/${frontmatter.source}`,
    },
    lastUpdated: { text: 'Last change', formatOptions: { dateStyle: 'medium' } },
    search,
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. Search for it, or begin at the first page.',
      linkText: 'To the first page',
      linkLabel: 'To the first page',
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: {
    plugins: [playground()],
    build: { chunkSizeWarningLimit: 4000 },
    resolve: {
      alias: [
        {
          find: /^.*\/VPSidebarItem\.vue$/,
          replacement: fileURLToPath(new URL('theme/sidebar-item.ts', import.meta.url)),
        },
      ],
    },
  },
})
