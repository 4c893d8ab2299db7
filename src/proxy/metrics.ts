import { costOf, priceOf } from '../translate/catalogue/cost.js'
import type { ProxiedRequest } from './proxy-types.js'

/** Metrics of a proxy, in the text format of Prometheus. */
export interface ProxyMetrics {
  /** Records an answered request. Pass this function as `onAnswered`. */
  observe(told: ProxiedRequest): void
  /** Returns all metrics so far. https://prometheus.io/docs/instrumenting/exposition_formats/ */
  text(): string
}

/** Upper bounds of the histogram in seconds: from cached answers to long reasoning. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

type Labels = Readonly<Record<string, string>>

/**
 * Creates metrics for Prometheus. Labels have few values: wires, routes, statuses and codes, never text
 * chosen by clients.
 * @example
 * const metrics = proxyMetrics()
 * const proxy = createProxy({ ...options, onAnswered: metrics.observe })
 */
export function proxyMetrics(): ProxyMetrics {
  const requests = new Counter('toolwire_proxy_requests_total', 'Requests, by outcome.')
  const duration = new Histogram(
    'toolwire_proxy_duration_seconds',
    'From the request to the end of its answer.',
  )
  const first = new Histogram(
    'toolwire_proxy_first_event_seconds',
    'From the request to the first event of its answer.',
  )
  const tokens = new Counter(
    'toolwire_proxy_tokens_total',
    'Tokens, as counted by providers; those of the cache are part of the input.',
  )
  const cost = new Counter(
    'toolwire_proxy_cost_dollars_total',
    'Cost in US dollars by list prices; models without a known price are not counted.',
  )
  const outcomes = new Counter(
    'toolwire_proxy_outcomes_total',
    'Turns, by outcome; a stream that broke off is failed, although its status is 200.',
  )
  const notices = new Counter('toolwire_proxy_notices_total', 'Notices, by code.')
  const passedOver = new Counter(
    'toolwire_proxy_passed_over_total',
    'Targets that were skipped for the next one.',
  )
  return {
    observe(told) {
      const { from = '', to = '', route = '', usage, firstEventMilliseconds } = told
      const labels = { ...(told.user !== undefined && { user: told.user }), from, to, route }
      requests.add({ ...labels, status: statusOf(told) })
      duration.observe(labels, told.milliseconds / 1000)
      if (firstEventMilliseconds !== undefined) first.observe(labels, firstEventMilliseconds / 1000)
      if (usage?.inputTokens) tokens.add({ ...labels, type: 'input' }, usage.inputTokens)
      if (usage?.cachedInputTokens) tokens.add({ ...labels, type: 'cache_read' }, usage.cachedInputTokens)
      if (usage?.cacheWriteTokens) tokens.add({ ...labels, type: 'cache_write' }, usage.cacheWriteTokens)
      if (usage?.outputTokens) tokens.add({ ...labels, type: 'output' }, usage.outputTokens)
      const spent = spentOn(told)
      if (spent !== undefined) cost.add({ ...labels, model: spent.model }, spent.dollars)
      if (told.outcome !== undefined) outcomes.add({ ...labels, outcome: told.outcome })
      for (const { code } of told.notices) notices.add({ ...labels, code })
      if (told.passedOver.length > 0) passedOver.add(labels, told.passedOver.length)
    },
    text: () =>
      [requests, outcomes, duration, first, tokens, cost, notices, passedOver]
        .map((each) => each.text())
        .join(''),
  }
}

/** Returns the status of a request. A stream that was interrupted began with status 200. */
function statusOf({ aborted, status, streamed, error }: ProxiedRequest): string {
  if (aborted) return 'aborted'
  return streamed && error !== undefined ? 'interrupted' : String(status)
}

/** Returns the cost of an answer. The model is named by its price row: clients choose the other names. */
export function spentOn({ usage, model, targetModel = model }: ProxiedRequest) {
  if (usage === undefined || targetModel === undefined) return undefined
  const dollars = costOf(usage, targetModel)
  const row = priceOf(targetModel)
  return dollars === undefined || row === undefined ? undefined : { dollars, model: row.name }
}

class Counter {
  readonly #values = new Map<string, number>()

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  add(labels: Labels, count = 1): void {
    const key = written(labels)
    this.#values.set(key, (this.#values.get(key) ?? 0) + count)
  }

  text(): string {
    const lines = [...this.#values].map(([key, value]) => `${this.name}{${key}} ${value}\n`)
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} counter\n${lines.join('')}`
  }
}

class Histogram {
  readonly #series = new Map<string, { readonly counts: number[]; sum: number; count: number }>()

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  observe(labels: Labels, value: number): void {
    const key = written(labels)
    const series = this.#series.get(key) ?? { counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
    this.#series.set(key, series)
    for (const [index, bound] of BOUNDS.entries())
      if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1
    series.sum += value
    series.count += 1
  }

  text(): string {
    const { name } = this
    const lines = [...this.#series].flatMap(([key, { counts, sum, count }]) => [
      ...BOUNDS.map((bound, index) => `${name}_bucket{${key},le="${bound}"} ${counts[index]}\n`),
      `${name}_bucket{${key},le="+Inf"} ${count}\n`,
      `${name}_sum{${key}} ${sum}\n`,
      `${name}_count{${key}} ${count}\n`,
    ])
    return `# HELP ${name} ${this.help}\n# TYPE ${name} histogram\n${lines.join('')}`
  }
}

function written(labels: Labels): string {
  const escaped = (text: string) =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}
