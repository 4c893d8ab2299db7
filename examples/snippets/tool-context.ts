// #region shown
import {
  assistantMessage,
  defineTool,
  runTools,
  toolCall,
} from 'toolwire'
import {
  createExtension,
  createToolContext,
  provide,
} from 'toolwire/tools'
import { z } from 'zod'

class Stock {
  readonly left = new Map([['tea', 2]])
}
const locale = createExtension<string>('locale')

const addToCart = defineTool({
  name: 'add_to_cart',
  parameters: z.object({ item: z.string() }),
  async execute({ item }, run) {
    if (!run.extension(Stock)?.left.get(item)) return `No ${item} left.`
    const cart = await run.updateState<string[]>(
      'cart',
      [],
      (items) => [...items, item],
    )
    run.emit(`${run.callerId} took ${item}`)
    return { items: cart.length, locale: run.extension(locale) }
  },
})

const context = createToolContext({
  conversationId: 'c-17',
  callerId: 'user-4',
  skills: ['shopping'],
  extensions: [provide(Stock, new Stock()), provide(locale, 'nb-NO')],
})
const asked = assistantMessage(
  toolCall('call_1', 'add_to_cart', { item: 'tea' }),
)
const results = await runTools(asked, [addToCart], { context })
console.log(results[0]?.output, await context.getState('cart', []))

// Another caller with the same state and extensions.
const subAgent = context.derive({ callerId: 'sub-agent' })
// #endregion
await subAgent.setState('cart', [])
