import { expect, test } from 'vitest'
import { type ConversationStore, openConversation } from '../../src/chat/conversation/index.js'

/** Opens the store once more, with another connection. */
type Open = () => ConversationStore

let count = 0
/** Returns an id that no test used. */
export function newId(): string {
  count += 1
  return `c ${count} 'é"`
}

/** Tests that a store keeps the contract of conversations. */
export function storeTests(open: Open) {
  test('returns what another process added, from any position', async () => {
    const id = newId()
    const [one, other] = [open(), open()]
    expect(await one.read(id, 0)).toEqual([])
    expect(await one.append(id, 0, '{"a":"\u00e9 \\" \u{1f600}"}', 'running')).toBe(true)
    expect(await other.append(id, 1, '2', 'idle')).toBe(true)
    expect(await one.read(id, 0)).toEqual(['{"a":"\u00e9 \\" \u{1f600}"}', '2'])
    expect(await one.read(id, 1)).toEqual(['2'])
    expect(await one.read(id, 2)).toEqual([])
  })

  test('adds one of several entries at the same position', async () => {
    const id = newId()
    const stores = [open(), open()]
    for (let position = 0; position < 5; position += 1) {
      const added = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          stores[at % 2]?.append(id, position, `${position} ${at}`, 'idle'),
        ),
      )
      expect(added.filter(Boolean)).toHaveLength(1)
    }
    expect(await open().read(id, 0)).toHaveLength(5)
  })

  test('leaves no gap', async () => {
    const id = newId()
    expect(await open().append(id, 3, 'x', 'idle')).toBe(false)
    expect(await open().read(id, 0)).toEqual([])
  })

  test('lists conversations by the state of their last entry, and deletes one', async () => {
    const [one, other] = [newId(), newId()]
    const store = open()
    await store.append(one, 0, '1', 'waiting')
    await store.append(other, 0, '1', 'waiting')
    await store.append(other, 1, '2', 'unknown')
    expect(await open().list('waiting')).toEqual([one])
    expect(await open().list('unknown')).toEqual([other])
    await store.delete(other)
    expect(await open().list('unknown')).toEqual([])
    expect(await open().read(other, 0)).toEqual([])
    await store.delete(one)
  })

  test('lists a conversation in one state, also after changes at once and a deletion', async () => {
    const [one, other] = [newId(), newId()]
    const stores = [open(), open()]
    const states = ['waiting', 'running', 'idle', 'unknown', 'cut'] as const
    const listed = async () => {
      const found = await Promise.all(states.map(async (state) => [state, await open().list(state)] as const))
      return found.flatMap(([state, ids]) =>
        ids.flatMap((id) => (id === one || id === other ? `${id} ${state}` : [])),
      )
    }
    for (const [position, state] of (['running', 'waiting', 'running'] as const).entries())
      for (const id of [one, other]) await stores[0]?.append(id, position, 'x', state)
    expect((await listed()).sort()).toEqual([`${one} running`, `${other} running`])
    const added = await Promise.all(
      states.map((state, at) =>
        stores[at % 2]?.append(one, 3, state, state).then((isAdded) => isAdded && state),
      ),
    )
    const [state] = added.filter((one) => typeof one === 'string')
    expect(await open().read(one, 3)).toEqual([state])
    expect((await listed()).sort()).toEqual([`${one} ${state}`, `${other} running`].sort())
    await Promise.all([stores[0]?.delete(one), stores[1]?.append(other, 3, 'x', 'idle')])
    expect(await listed()).toEqual([`${other} idle`])
    expect(await stores[1]?.append(one, 0, 'again', 'waiting')).toBe(true)
    expect((await listed()).sort()).toEqual([`${one} waiting`, `${other} idle`].sort())
    for (const id of [one, other]) await stores[0]?.delete(id)
    expect(await listed()).toEqual([])
  })

  test('serves two holders who say something at the same time', async () => {
    const id = newId()
    const holders = await Promise.all([open(), open()].map((store) => openConversation(id, { store })))
    await Promise.all(holders.flatMap((holder, at) => [0, 1, 2].map((turn) => holder.say(`${at} ${turn}`))))
    const { messages } = await openConversation(id, { store: open() })
    expect(messages).toHaveLength(6)
  })
}
