import type { StreamEvent } from '../../base/model/events.js'

/** Returns the kind of block of an event: `text`, `reasoning` or `tool-input`. */
function nounOf({ type }: StreamEvent): string {
  return type.slice(0, type.lastIndexOf('-'))
}

/**
 * Checks a complete stream of events against the grammar of `events.ts`, for tests of adapters and of event
 * sources.
 * @param mostTurns maximum number of turns. Default: one, as on most wires.
 * @returns the violations, one sentence each; empty for a valid stream.
 */
export function checkGrammar(events: Iterable<StreamEvent>, mostTurns = 1): string[] {
  const checker = new GrammarChecker(mostTurns)
  for (const event of events) checker.push(event)
  return checker.finish()
}

class GrammarChecker {
  private readonly problems: string[] = []
  /** Texts so far, by block kind and id. */
  private readonly open = new Map<string, { text: string }>()
  /** Argument text of ended inputs that still wait for their call, by call id. */
  private readonly awaited = new Map<string, string>()
  private count = 0
  private turns = 0
  /** Number of events in the open turn. */
  private inTurn = 0
  private finished = false
  private began = false

  constructor(private readonly mostTurns: number) {}

  push(event: StreamEvent): void {
    if (this.finished && this.turns >= this.mostTurns) this.complain(`${event.type} after finish`)
    this.finished = false
    this.read(event)
    this.count += 1
    this.inTurn = this.finished ? 0 : this.inTurn + 1
    if (event.type !== 'error') this.began = event.type !== 'restart' && !this.finished
  }

  finish(): string[] {
    if (!this.finished) this.complain('no finish event')
    return this.problems
  }

  private read(event: StreamEvent): void {
    switch (event.type) {
      case 'response-start':
        if (this.began) this.complain('response-start is not the first event of its attempt')
        break
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-start':
        this.start(nounOf(event), event.id)
        break
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        this.append(nounOf(event), event.id, event.delta)
        break
      case 'text-end':
      case 'reasoning-end':
        this.expectSum(event)
        break
      case 'tool-input-end':
        this.awaited.set(event.id, this.end(nounOf(event), event.id) ?? '')
        break
      case 'tool-call':
        this.call(event.call.id)
        break
      case 'restart':
        if (this.inTurn === 0) this.complain('restart of nothing')
        this.open.clear()
        this.awaited.clear()
        break
      case 'finish':
        this.close()
        break
    }
  }

  private start(noun: string, id: string): void {
    const key = `${noun} ${id}`
    if (this.open.has(key)) this.complain(`${noun}-start of "${id}", which is open already`)
    if (noun === 'tool-input' && this.awaited.has(id))
      this.complain(`tool input "${id}" starts again before its call`)
    this.open.set(key, { text: '' })
  }

  private append(noun: string, id: string, delta: string): void {
    const block = this.open.get(`${noun} ${id}`)
    if (block === undefined) this.complain(`${noun}-delta of "${id}", which is not open`)
    else block.text += delta
  }

  /** Returns the text of the block, or undefined if the block is not open. */
  private end(noun: string, id: string): string | undefined {
    const block = this.open.get(`${noun} ${id}`)
    if (block === undefined) this.complain(`${noun}-end of "${id}", which is not open`)
    this.open.delete(`${noun} ${id}`)
    return block?.text
  }

  private expectSum(event: Extract<StreamEvent, { type: 'text-end' | 'reasoning-end' }>): void {
    const noun = nounOf(event)
    const sum = this.end(noun, event.id)
    if (sum !== undefined && sum !== event.part.text)
      this.complain(`the deltas of ${noun} "${event.id}" are not its text`)
  }

  private call(id: string): void {
    if (this.open.has(`tool-input ${id}`)) this.complain(`tool-call "${id}" before the end of its input`)
    this.awaited.delete(id)
  }

  private close(): void {
    for (const [key] of this.open) this.complain(`${key} is still open at finish`)
    for (const [id] of this.awaited) this.complain(`tool input "${id}" never became a call`)
    this.open.clear()
    this.awaited.clear()
    this.turns += 1
    this.finished = true
  }

  private complain(problem: string): void {
    this.problems.push(`event ${this.count}: ${problem}`)
  }
}
