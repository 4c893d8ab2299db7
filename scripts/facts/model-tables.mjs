// Public tables of models on npm, as rows of one form, and their comparison with our catalogue.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The packages with tables, by the function that reads them. */
const READERS = {
  '@pydantic/genai-prices': genaiPrices,
  '@earendil-works/pi-ai': piAi,
}
export const TABLES = Object.keys(READERS)

/** Vendors whose own prices and limits the tables contain, under the names of the tables. Resellers are not compared. */
const VENDORS =
  'anthropic openai google x-ai xai mistral cohere deepseek moonshotai zai alibaba minimax meta xiaomi'.split(
    ' ',
  )

/**
 * Reads the rows of a table.
 * @returns rows with `model`, and `figures`: US dollars per million tokens, tokens, media, reasoning, by name.
 */
export function readTable(table, folder) {
  return READERS[table](join(folder, 'node_modules', table))
}

async function genaiPrices(folder) {
  const { findProvider } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
  return VENDORS.flatMap((id) => findProvider({ providerId: id })?.models ?? []).map((model) => ({
    model: model.id,
    figures: { ...pricesOf(currentPrices(model.prices)), context: model.context_window },
  }))
}

/** Returns the prices of today, if a list has those of several periods. */
function currentPrices(prices) {
  if (!Array.isArray(prices)) return prices
  const today = new Date().toISOString().slice(0, 10)
  const current = prices.filter(({ constraint }) => (constraint?.start_date ?? '') <= today)
  return (current.at(-1) ?? prices[0]).prices
}

function pricesOf({ input_mtok, cache_read_mtok, cache_write_mtok, output_mtok }) {
  return {
    input: base(input_mtok),
    cachedInput: base(cache_read_mtok),
    cacheWrite: base(cache_write_mtok),
    output: base(output_mtok),
  }
}

function base(price) {
  return typeof price === 'object' ? price.base : price
}

function piAi(folder) {
  const data = join(folder, 'dist/providers/data')
  const files = readdirSync(data).filter((file) => VENDORS.includes(file.replace('.json', '')))
  const models = files.flatMap((file) =>
    Object.values(JSON.parse(readFileSync(join(data, file), 'utf8'))).flatMap(Object.values),
  )
  return models
    .filter(({ type }) => type === 'chat')
    .map(({ id, cost, contextWindow, maxTokens, input, reasoning }) => ({
      model: id,
      figures: {
        input: priced(cost.input),
        cachedInput: priced(cost.cacheRead),
        cacheWrite: priced(cost.cacheWrite),
        output: priced(cost.output),
        context: contextWindow,
        maxOutput: maxTokens,
        image: input.includes('image'),
        reasoning,
      },
    }))
}

/** Drops a price of zero, which means that the table has none. */
function priced(price) {
  return price === 0 ? undefined : price
}

const PRICES = ['input', 'cachedInput', 'cacheWrite', 'output']

/**
 * Compares tables with our figures. A figure that one table has as we do is not contradicted: tables are old, and differ.
 * @param tables rows by the name of their table.
 * @param ours returns our figures of a model, or undefined for an unknown model.
 * @returns findings: `kind` is the name of the figure, `word` the model.
 */
export function contradictions(tables, ours) {
  const seen = new Map()
  for (const [source, rows] of tables) {
    for (const { model, figures } of rows) addRow(seen, ours(model), { source, model, figures })
  }
  return [...seen.values()].flatMap(({ known, stated }) => findingsOf(known, stated))
}

function addRow(seen, known, row) {
  if (known === undefined) return
  const entry = seen.get(row.model) ?? { known, stated: [] }
  entry.stated.push(row)
  seen.set(row.model, entry)
}

function findingsOf(known, stated) {
  return [...new Set(stated.flatMap(({ figures }) => Object.keys(figures)))].flatMap((kind) => {
    const others = stated.filter(({ figures }) => figures[kind] !== undefined && figures[kind] !== null)
    const mine = known[kind]
    if (others.length === 0 || others.some(({ figures }) => isSame(figures[kind], mine))) return []
    const theirs = others.map(({ source, figures }) => `${figures[kind]} (${source})`).join(', ')
    const [{ model }] = stated
    const place = `src/translate/catalogue/rows${PRICES.includes(kind) ? '/prices.ts' : ''}`
    return [
      { wire: 'catalogue', kind, word: model, text: `ours ${mine ?? 'unknown'}, theirs ${theirs}`, place },
    ]
  })
}

function isSame(theirs, ours) {
  if (typeof theirs !== 'number' || typeof ours !== 'number') return theirs === ours
  return Math.abs(theirs - ours) <= 1e-9
}

/** Returns our figures of a model under the names of a table's figures, or undefined for a model without a row. */
export function figuresOf(model, models, priceOf) {
  const row = models.find(model)
  if (row === undefined || row.assumedFrom !== undefined) return undefined
  const { input, cachedInput, cacheWrite, output } = priceOf(model) ?? {}
  return {
    input,
    cachedInput,
    cacheWrite,
    output,
    context: row.context,
    maxOutput: row.output,
    image: row.input?.includes('image'),
    reasoning: row.reasoning === undefined ? undefined : row.reasoning !== false,
  }
}
