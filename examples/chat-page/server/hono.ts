import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { answer, resumed, stop, storedMessages } from './chat.ts'

const app = new Hono()
  .post('/api/chat', ({ req }) => answer(req.raw))
  .get('/api/chat/:id', async (context) =>
    context.json(await storedMessages(context.req.param('id'))),
  )
  .get('/api/chat/:id/stream', ({ req }) => resumed(req.param('id')))
  .post('/api/chat/:id/stop', ({ req }) => stop(req.param('id')))
  .get('/', (context) =>
    context.redirect(`/chat/${crypto.randomUUID()}`),
  )
  .get('/chat/:id', serveStatic({ path: 'dist/index.html' }))
  .use(serveStatic({ root: 'dist' }))

serve(
  { fetch: app.fetch, port: Number(process.env.PORT ?? 3000) },
  ({ port }) => console.log(`http://localhost:${port}`),
)
