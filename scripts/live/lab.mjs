import { randomBytes } from 'node:crypto'
import { createRegistry, fetchSend, provider } from 'toolwire'
import { loadRules } from 'toolwire/adapters'
import { createMock } from 'toolwire/mock'
import { models } from 'toolwire/models'
import { createRecorder } from 'toolwire/replay'

/** The reason why a case is neither passed nor failed: the server or its mock cannot show it. */
export class NotShown extends Error {}

/** Throws if a case has no proof. */
export function expect(isProven, message) {
  if (!isProven) throw new Error(message)
}

/** Returns a word that the model cannot guess: `CODE-0f3a…`. */
export function secret(name) {
  return `${name}-${randomBytes(4).toString('hex')}`
}

/** Returns the secret of this name in a request; undefined if the request has none. */
export function secretIn(name, body) {
  return new RegExp(`${name}-[0-9a-f]{8}`).exec(body)?.[0]
}

/** The requests of one case at one target, with the notices of the library. */
export class Lab {
  exchanges = []
  notices = []
  #recorder

  /** @param play returns the scripted answer of the mock to a request body. */
  constructor(target, play, isRecording = false) {
    this.target = target
    this.isRecording = isRecording
    this.#recorder = createRecorder({
      sink: { append: async (exchange) => void this.exchanges.push(exchange) },
      fetch: target.fetch ?? (target.server === undefined ? globalThis.fetch : mockFetch(target, play)),
    })
  }

  get wire() {
    return this.target.adapter.id
  }

  /** Returns a provider as a user creates it, whose requests are recorded. */
  provider({ maxOutputTokens = 1000, ...options } = {}) {
    const { adapter, model, key, url, limits } = this.target
    return provider(adapter, {
      ...{ model, models, maxOutputTokens, ...(limits !== undefined && { limits }) },
      ...{ stream: !(this.isRecording && this.target.streamsBytes), ...options },
      send: fetchSend(adapter, {
        ...{ key, url, answerTimeout: 60_000, totalTimeout: 120_000 },
        fetch: (address, init) => this.#recorder.fetch(address, init),
      }),
      onNotice: (notice) => void this.notices.push(notice),
    })
  }

  /** The acceptance rules of the wire, and the refusals that only a provider reveals. */
  async rules() {
    const { refusals = [] } = await import(`toolwire/adapters/${this.wire}/rules`)
    return [...(await loadRules(this.wire)), ...refusals]
  }

  /** Waits for the recordings of all ended requests. */
  flush() {
    return this.#recorder.flush()
  }

  /** Returns the body of a request as text. */
  bodyOf(index) {
    const body = this.exchanges.at(index)?.request.body ?? {}
    return 'json' in body ? JSON.stringify(body.json) : (body.text ?? '')
  }

  /** Throws `NotShown` if the library reported that it left out what the case is about. */
  expectSent(...codes) {
    const notice = this.notices.find(({ code }) => codes.includes(code))
    if (notice !== undefined) throw new NotShown(notice.message)
  }
}

/** Returns a fetch that creates a mock for each request, so that its answer can depend on what the request contains. */
function mockFetch({ server, adapter, model }, play) {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().text()
    const registry = createRegistry([adapter])
    const mock = await createMock({ as: server, registry, model, script: [play(body)] })
    return mock.fetch(request)
  }
}
