import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { served, targetOf } from '../support/proxy.js'

const listing = adapters.filter(({ adapter }) => adapter.codecs.http.models !== undefined)
const wires = listing.map(({ wire }) => wire)
const ollama = adapterOf('ollama-chat').adapter
const chat = adapterOf('openai-chat').adapter

function openTarget(wire: string): ProxyTarget {
  const { model: _model, ...target } = targetOf(adapterOf(wire).adapter)
  return target
}

/** Returns a server that lists models in the form of its wire, and the paths that it was asked for. */
function lister(wire: string, names: readonly string[]) {
  const asked: string[] = []
  const { models } = adapterOf(wire).adapter.codecs.http
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    asked.push(`${init.method} ${pathname}${search}`)
    const list = models?.path.test(pathname) ? models.list(names) : undefined
    return list === undefined ? new Response('no such path', { status: 404 }) : Response.json(list)
  }
  return { asked, fetch }
}

test.each(wires)('models of a target of %s that keeps the names are listed to two clients', async (wire) => {
  const { asked, fetch: upstream } = lister(wire, ['small', 'org/large'])
  const { fetch } = served({ clients: [ollama, chat], routes: [{ to: openTarget(wire) }], fetch: upstream })
  const editor = new Ollama({ host: 'https://proxy.test', fetch })
  const openai = new OpenAI({ baseURL: 'https://proxy.test/v1', apiKey: 'any', fetch })
  const [tags, list] = await Promise.all([editor.list(), openai.models.list()])
  expect(tags.models.map(({ name }) => name)).toEqual(['small', 'org/large'])
  expect(list.data.map(({ id }) => id)).toEqual(['small', 'org/large'])
  expect((await openai.models.retrieve('small')).id).toBe('small')
  expect(new Set(asked).size).toBe(1)
})

test('only models that the route accepts are listed, next to models with configured names', async () => {
  const routes = [
    { models: ['mine'], to: targetOf(chat) },
    { models: ['qwen*'], to: openTarget('ollama-chat') },
    { models: ['gpt-*'], to: { ...openTarget('openai-chat'), url: 'https://broken.test/v1' } },
  ]
  const { fetch: upstream } = lister('ollama-chat', ['qwen3', 'llama4', 'qwen4'])
  const { fetch } = served({ clients: [ollama], routes, fetch: upstream })
  const { models } = await new Ollama({ host: 'https://proxy.test', fetch }).list()
  expect(models.map(({ name }) => name)).toEqual(['mine', 'qwen3', 'qwen4'])
})

test('a target with a configured model is not asked for its list', async () => {
  const { asked, fetch: upstream } = lister('openai-chat', ['other'])
  const { fetch } = served({ clients: [ollama], routes: [{ to: targetOf(chat) }], fetch: upstream })
  const { models } = await new Ollama({ host: 'https://proxy.test', fetch }).list()
  expect(models.map(({ name }) => name)).toEqual(['target-model'])
  expect(asked).toEqual([])
})

test('Codex gets the member that it requires, and other clients do not', async () => {
  const responses = adapterOf('openai-responses').adapter
  for (const client of [chat, responses]) {
    const { fetch } = served({ clients: [client], routes: [{ to: targetOf(ollama) }] })
    const list = async (query: string) => (await fetch(`https://proxy.test/v1/models${query}`)).json()
    const data = [{ id: 'target-model', object: 'model', created: 0, owned_by: 'proxy' }]
    expect(await list('?client_version=0.145.0')).toEqual({ object: 'list', data, models: [] })
    expect(await list('')).toEqual({ object: 'list', data })
  }
})
