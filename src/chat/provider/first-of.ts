import { AdapterError } from '../../base/json/adapter-error.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { TurnInput } from '../output/answer-object.js'
import { Cooling } from './cooling.js'
import { type Fallback, FirstTurn } from './first-turn.js'
import type { Provider } from './provider-types.js'

/** Options of `firstOf`. */
export interface FirstOfOptions {
  /**
   * Milliseconds during which a failed provider is tried last, if the provider requests no other time
   * (`retry-after`). Default: 30,000.
   */
  readonly cooldown?: number | undefined
  /** Called before the next provider is tried. */
  readonly onFallback?: ((fallback: Fallback) => void) | undefined
  /** Returns the time in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

const OPTIONS: KnownOptions<FirstOfOptions> = { cooldown: true, onFallback: true, now: true }
const COOLDOWN = 30_000

/**
 * Creates a provider that tries the given providers in order, until one answers. The next provider is tried
 * after an overload, a rate limit, a server error, a timeout or a broken connection, as long as no content of
 * the answer was emitted. Other errors are thrown, since another provider would not fix the request. `wire`
 * and `model` are those of the first provider; `message.origin` of an answer names the provider that
 * answered.
 * @throws AdapterError for an empty list or an unknown option.
 * @example
 * const model = firstOf([claude, gpt], { onFallback: ({ failed, error }) => log(failed.model, error) })
 */
export function firstOf(providers: readonly Provider[], options: FirstOfOptions = {}): Provider {
  const [first] = expectProviders(providers)
  expectOptions(options, OPTIONS, ['firstOf', 'firstOf([model, other], { cooldown, onFallback })'])
  const { cooldown = COOLDOWN, now = Date.now, onFallback } = options
  if (!(cooldown >= 0))
    throw new AdapterError('wrong-type', '/cooldown', `cooldown has to be milliseconds, got ${cooldown}`)
  const cooling = new Cooling(cooldown, now)
  return {
    wire: first.wire,
    model: first.model,
    adapters: providers.flatMap(({ adapters = [] }) => adapters),
    resumesPaused: providers.some(({ resumesPaused }) => resumesPaused === true),
    turn: (conversation, turnOptions = {}) =>
      new FirstTurn({
        order: cooling.order(authorFirst(providers, conversation)),
        open: (each) => each.turn(conversation, turnOptions),
        ...{ cooling, onFallback, signal: turnOptions.signal },
      }),
  }
}

/**
 * Puts the author of a paused turn first, since this provider has the state of the turn. Servers report a
 * model by a longer name than the requested one (`claude-sonnet-4-5-20250929`). If no model name matches, a
 * provider of the author's wire comes first.
 */
function authorFirst(providers: readonly Provider[], conversation: TurnInput): readonly Provider[] {
  // The first provider rejects a value without messages.
  const last = conversation?.messages?.at?.(-1)
  if (last?.role !== 'assistant') return providers
  const { wire: author, model: named = '' } = last.origin ?? {}
  const likeness = ({ wire, model }: Provider) =>
    wire !== author ? 0 : 1 + (named.startsWith(model) ? model.length : 0)
  return [...providers].sort((one, other) => likeness(other) - likeness(one))
}

function expectProviders(providers: readonly Provider[]): readonly [Provider, ...Provider[]] {
  const [first, ...others] = Array.isArray(providers) ? providers : []
  if (first === undefined)
    throw new AdapterError('missing-field', '', 'firstOf needs a list of providers: firstOf([model, other])')
  for (const [index, each] of [first, ...others].entries())
    if (typeof each?.turn !== 'function')
      throw new AdapterError('wrong-type', `/${index}`, 'this is not a provider: what `provider(…)` returns')
  return [first, ...others]
}
