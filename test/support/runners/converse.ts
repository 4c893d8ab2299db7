import { expectObject } from '../../../src/base/json/read-json.js'
import type { ToolCall } from '../../../src/base/model/types.js'
import { type Heard, type Job, MORE, QUESTION, type ToolGave, toolOf } from './types.js'

/** A client's conversation, stored in the objects of its SDK. */
export interface Chat {
  /** Sends the conversation and stores the answer. */
  ask(): Promise<Heard>
  say(text: string): void
  /** Stores the results of the tools, in this order. */
  answer(results: readonly Answered[]): void
}

export interface Answered {
  readonly call: ToolCall
  readonly gave: ToolGave
}

/** Runs the tools by hand, and answers the last call first. */
export async function* converse(chat: Chat, job: Job): AsyncGenerator<Heard> {
  chat.say(QUESTION)
  for (let turn = 1; turn <= job.turns; turn += 1) {
    const heard = await chat.ask()
    yield heard
    if (heard.finish?.reason === 'error') return
    const calls = heard.message.parts.filter((part) => part.type === 'tool-call')
    const results = calls.map((call) => ({ call, gave: runOf(job, call) }))
    if (calls.length === 0) chat.say(MORE)
    else chat.answer(results.toReversed())
  }
}

function runOf(job: Job, call: ToolCall): ToolGave {
  return toolOf(job, call.name).run(expectObject(call.arguments, ''))
}
