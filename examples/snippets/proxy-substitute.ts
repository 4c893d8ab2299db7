import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { createProxy } from 'toolwire/proxy'

// #region shown
const proxy = createProxy({
  routes: [
    {
      from: anthropic,
      to: {
        adapter: openaiChat,
        url: 'http://localhost:11434/v1',
        model: 'qwen3',
        substitutes: {
          web_search: {
            async run({ query }, signal) {
              const url = new URL('https://search.example.com/')
              url.searchParams.set('q', String(query))
              const found = await fetch(url, { signal })
              // [{ url, title, text }, …], or text
              return found.json()
            },
          },
        },
      },
    },
  ],
})
// #endregion
export default { fetch: proxy.fetch }
