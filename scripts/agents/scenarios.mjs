// The scenarios for agents: the prompts, the actions of the model, and the faults.
import { readFileSync } from 'node:fs'

/** The final words of the model, and those after the second prompt. */
export const LAST_WORDS = ['Done: sum.js adds now.', 'It is still fine.']

const BOOKS = 'There are 7 books on it.'

/** The result of a web search. */
export const NEWS = 'The shelf is new.'

/** The texts with which the model ends. */
export const ENDS = [...LAST_WORDS, BOOKS, NEWS]

/** The text of a summary. */
export const SUMMARY = 'So far: sum.js was repaired, and adds now.'

const PROMPTS = [
  'The check fails: run `node check.js`, repair sum.js, and run it again.',
  'Run the check once more.',
]

/** Returns the steps of repairing a program. */
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

/** Enough tokens that an agent compacts its conversation before it continues. */
const MUCH = { inputTokens: 90_000, outputTokens: 10, totalTokens: 90_010 }

/**
 * `prompts`: the prompts of consecutive runs, and the words with which each must end. `steps`: the actions of
 * the model, and the results required before each step. `faults`: the faults, in the order of its actions.
 * `needs`: the feature that an agent must have. `isSummarized`: true if a summary must be sent back.
 * `isDone`: checks that the work is done.
 * @type {Record<string, {
 *     prompts: (agent: any) => [prompt: string, words: string][], steps: (tools: any, folder: string, agent: any) => object[],
 *     faults?: (string | undefined)[], needs?: string, isSummarized?: boolean, isDone?: (folder: string) => boolean }>}
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
      // Agents without these steps leave the search to the provider.
      const last = steps.length > 0 ? { seen: NEWS } : { isSearch: true }
      return [...steps, { text: NEWS, calls: [], ...last }]
    },
  },
}

/** Returns true if the program is repaired. */
function isDone(folder) {
  return readFileSync(`${folder}/sum.js`, 'utf8').includes('a + b')
}

/** Returns the prompts. The second prompt continues the conversation of the first. */
function prompts() {
  return PROMPTS.map((prompt, index) => [prompt, LAST_WORDS[index]])
}
