// npm run build && node scripts/models.mjs
//
// Writes the table of docs/models.md from the rows of models and prices. test/generated.test.ts checks it.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = 'docs/models.md'
const TITLE = '## All models'

/**
 * Returns the page with the table of these rows.
 * @param prices the price rows, and the function that finds the row of a name among some of them.
 */
export function pageWith(page, rows, { priceRows, priceOf }) {
  const pricesFor = (name) => {
    const found = priceRows.filter(
      ({ until: _until, ...row }) => priceOf(name.replaceAll('*', ''), [row]) !== undefined,
    )
    // Prices that end come before those that last.
    const last = found.findIndex(({ until }) => until === undefined)
    return found.slice(0, last + 1)
  }
  const head =
    '| model | context | output | media | reasoning | price: input / cached / cache write / output |'
  const lines = rows.map((row) => `| ${cellsOf(row, pricesFor(row.name)).join(' | ')} |`)
  const [before] = page.split(`\n${TITLE}\n`)
  const text = `Written from the rows. Tokens; US dollars per million tokens, of the first name; – is unknown. \`*\` is any text.`
  return `${before}\n${TITLE}\n\n${text}\n\n${[head, '|---|--:|--:|---|---|---|', ...lines].join('\n')}\n`
}

function cellsOf({ name, also = [], context, output, input, reasoning }, prices) {
  const names = [name, ...also].map((each) => `\`${each}\``).join(', ')
  const media = input === undefined ? '–' : input.length === 0 ? 'text only' : input.join(', ')
  return [
    names,
    number(context),
    number(output),
    media,
    reasoningOf(reasoning),
    prices.map(priceText).join('; ') || '–',
  ]
}

function number(value) {
  return value === undefined ? '–' : value.toLocaleString('en-US')
}

function reasoningOf(reasoning) {
  if (reasoning === undefined) return '–'
  if (reasoning === false) return 'no'
  const { alwaysOn, startsOff, efforts = [], budget } = reasoning
  const mode = alwaysOn ? 'always' : startsOff ? 'if asked' : 'yes'
  const depth = [...(efforts.length > 0 ? [efforts.join(' ')] : []), ...(budget ? ['budget'] : [])]
  return [mode, ...depth].join(', ')
}

function priceText({ input, cachedInput, cacheWrite, output, until, long }) {
  const listed = [input, cachedInput, cacheWrite, output].map((one) => one ?? '–').join(' / ')
  const notes = [
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(long === undefined ? [] : [`other prices over ${number(long.over)} tokens`]),
  ]
  return [listed, ...notes].join(', ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { models, priceOf, priceRows } = await import('../build/src/translate/catalogue/index.js')
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), models.rows, { priceRows: priceRows(), priceOf }))
}
