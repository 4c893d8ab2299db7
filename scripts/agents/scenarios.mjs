// What agents are put through: what they are asked, what the model does then, and what goes wrong.
import { readFileSync } from 'node:fs'

/** What the model says at the end, and when it was asked again. */
export const LAST_WORDS = ['Done: sum.js adds now.', 'It is still fine.']

const BOOKS = 'There are 7 books on it.'

/** What a search of the web finds. */
export const NEWS = 'The shelf is new.'

/** With which the model ends. */
export const ENDS = [...LAST_WORDS, BOOKS, NEWS]

/** What it writes when it is asked for a summary. */
export const SUMMARY = 'So far: sum.js was repaired, and adds now.'

const PROMPTS = [
  'The check fails: run `node check.js`, repair sum.js, and run it again.',
  'Run the check once more.',
]

/** The repair of a program. */
function repair({ look, repair, run }, folder) {
  return [
    { text: 'Looking.', calls: [run('node check.js'), look(`${folder}/sum.js`)] },
    { text: 'Repairing.', calls: [repair(`${folder}/sum.js`, 'a - b', 'a + b')], seen: 'a - b' },
    { text: 'Checking.', calls: [run('node check.js')] },
    { text: LAST_WORDS[0], calls: [], seen: 'check is fine' },
    { text: 'Checking again.', calls: [run('node check.js')] },
    { text: LAST_WORDS[1], calls: [] },
  ]
}

/** So many tokens that an agent makes its conversation shorter before it goes on. */
const MUCH = { inputTokens: 90_000, outputTokens: 10, totalTokens: 90_010 }

/**
 * `prompts`: what the agent is asked, one run after the other, and the words that it has to end with. `steps`: what the model
 * does, and what has to be among the results before each step. `faults`: what goes wrong, by the order of its acts. `needs`: what an agent must have for it. `isSummarized`: whether a
 * summary has to come back. `isDone`: whether the work is done.
 * @type {Record<string, {
 *   prompts: (agent: any) => [prompt: string, words: string][], steps: (tools: any, folder: string, agent: any) => object[],
 *   faults?: (string | undefined)[], needs?: string, isSummarized?: boolean, isDone?: (folder: string) => boolean }>}
 */
export const scenarios = {
  repair: { prompts, steps: repair, isDone },
  busy: { prompts, steps: repair, isDone, faults: [undefined, 'busy'] },
  cut: { prompts, steps: repair, isDone, faults: [undefined, 'cut'] },
  overload: { prompts, steps: repair, isDone, faults: [undefined, 'overload'] },
  compaction: {
    needs: 'compaction',
    isSummarized: true,
    isDone,
    prompts: ({ compaction }) => {
      const [first, second] = prompts()
      return compaction === 'command' ? [first, ['/compact', ''], second] : [first, second]
    },
    steps(tools, folder, { compaction }) {
      const [look, repaired, ...rest] = repair(tools, folder)
      return [look, compaction === 'limit' ? { ...repaired, usage: MUCH } : repaired, ...rest]
    },
  },
  'tool-search': {
    needs: 'search',
    prompts: () => [['How many books are on the shelf?', BOOKS]],
    steps: (_tools, _folder, { search }) => [
      { text: 'Searching.', calls: [search('count_books')] },
      { text: 'Counting.', calls: [['mcp__shelf__count_books', {}]] },
      { text: BOOKS, calls: [], seen: '7 books' },
    ],
  },
  'web-search': {
    needs: 'webSearch',
    prompts: () => [['What is the news of the shelf?', NEWS]],
    steps: (_tools, _folder, { webSearch }) => {
      const steps = webSearch('news of the shelf')
      // Who has no steps for it leaves it to the provider.
      const last = steps.length > 0 ? { seen: NEWS } : { isSearch: true }
      return [...steps, { text: NEWS, calls: [], ...last }]
    },
  },
}

/** Whether the program is repaired. */
function isDone(folder) {
  return readFileSync(`${folder}/sum.js`, 'utf8').includes('a + b')
}

/** The second one goes on with the conversation of the first. */
function prompts() {
  return PROMPTS.map((prompt, index) => [prompt, LAST_WORDS[index]])
}
