// The guides: the files in `docs`, and what the README alone says.
import { firstSentence, head, sectionOf } from './markdown.mjs'
import { read } from './sources.mjs'

const OVERVIEW = [
  'Guarantees',
  'The canonical call',
  'With the objects of the official SDKs',
  'Where it runs',
]

/** Pages that no file in `docs` has: their texts, and the file from which their links lead. */
export function ownGuides() {
  const readme = read('README.md')
  const summary = readme.split('\n\n')[1]
  const sections = OVERVIEW.map((title) => `## ${title}\n\n${sectionOf(readme, title)}\n`)
  return {
    overview: { file: 'README.md', text: `# What it guarantees\n\n${summary}\n\n${sections.join('\n')}` },
    'command-line': {
      file: 'README.md',
      text: `# Command line\n\nThe command \`toolwire\` reads recordings, logs and requests, and prints what is in them.\n\n${sectionOf(readme, 'Command line')}\n`,
    },
    changelog: { file: 'CHANGELOG.md', text: read('CHANGELOG.md') },
  }
}

/** @param keywords what people search for who want this page. */
export function guidePage(text, keywords) {
  return head({ description: firstSentence(text), keywords }) + text
}
