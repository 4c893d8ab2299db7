import type { Rule } from '../../../src/adapter/rule.js'
import { isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import {
  allBlocks,
  answeredId,
  type Block,
  continuesThread,
  idOf,
  isServerCall,
  isServerResult,
  type Turn,
  turnsOf,
} from './request.js'

const isResult = ({ type }: Block) => type === 'tool_result'
const isCall = ({ type }: Block) => type === 'tool_use'

/** Each assistant turn with what follows it. */
function exchanges(request: JsonObject): { readonly turn: Turn; readonly next: Turn | undefined }[] {
  return turnsOf(request).flatMap((turn, index, turns) =>
    turn.role === 'assistant' ? { turn, next: turns[index + 1] } : [],
  )
}

/** Calls of the provider's tools that no result answers, wherever it stands. */
function pendingServerCalls(request: JsonObject): Set<string> {
  const blocks = allBlocks(request)
  const answered = new Set(blocks.filter((block) => isServerResult(block) || isResult(block)).map(answeredId))
  const calls = blocks.filter(isServerCall).map(idOf)
  return new Set(calls.filter((id) => !answered.has(id)))
}

function callerOf({ value }: Block): { readonly type: string; readonly id: string } {
  const { caller } = value
  if (!isObject(caller)) return { type: '', id: '' }
  return { type: stringOr(caller.type, ''), id: stringOr(caller.tool_id, '') }
}

export const pairingRules: readonly Rule[] = [
  {
    id: 'ANTHROPIC-PAIR-01',
    severity: 'error',
    summary: 'Every tool_use has a tool_result in the user turn right after it.',
    error: '`tool_use` ids were found without `tool_result` blocks immediately after',
    evidence: 'https://github.com/anthropics/claude-code/issues/3512',
    check(request, report) {
      for (const { turn, next } of exchanges(request)) {
        const answered = new Set(next?.blocks.filter(isResult).map(answeredId))
        for (const call of turn.blocks.filter(isCall))
          if (!answered.has(idOf(call))) report(call.path, `no tool_result follows for ${idOf(call)}`)
      }
    },
  },
  {
    id: 'ANTHROPIC-PAIR-02',
    severity: 'error',
    summary:
      'Every tool_result answers a call of the assistant turn right before it, which a thread may hold.',
    error: 'unexpected `tool_use_id` found in `tool_result` blocks',
    evidence: 'https://github.com/router-for-me/CLIProxyAPI/issues/497',
    check(request, report) {
      turnsOf(request).forEach((turn, index, turns) => {
        const previous = turns[index - 1]
        if (previous === undefined && continuesThread(request)) return
        const called = new Set(previous?.role === 'assistant' ? previous.blocks.map(idOf) : [])
        for (const result of turn.blocks.filter(isResult))
          if (!called.has(answeredId(result)))
            report(`${result.path}/tool_use_id`, `no call ${answeredId(result)} in the turn before`)
      })
    },
  },
  {
    id: 'ANTHROPIC-PAIR-03',
    severity: 'error',
    summary: 'A call has one tool_result.',
    error: 'each tool_use must have a single result',
    evidence: 'https://github.com/vectorize-io/hindsight/issues/4250',
    check(request, report) {
      for (const turn of turnsOf(request)) {
        const seen = new Set<string>()
        for (const result of turn.blocks.filter(isResult)) {
          if (seen.has(answeredId(result))) report(result.path, `a second result for ${answeredId(result)}`)
          seen.add(answeredId(result))
        }
      }
    },
  },
  {
    id: 'ANTHROPIC-PAIR-04',
    severity: 'error',
    summary: 'tool_result blocks come before all other content of their turn.',
    error: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/653',
    check(request, report) {
      for (const { next } of exchanges(request)) {
        const others = next?.blocks.findIndex((block) => !isResult(block)) ?? -1
        if (next === undefined || others === -1) continue
        for (const result of next.blocks.slice(others).filter(isResult))
          report(result.path, 'other content stands before this tool_result')
      }
    },
  },
  {
    id: 'ANTHROPIC-PAIR-05',
    severity: 'error',
    summary: 'A result of a provider-run tool follows its call.',
    error: 'must have a corresponding `server_tool_use` block before it',
    evidence: 'https://github.com/anthropics/claude-code/issues/64383',
    check(request, report) {
      const called = new Set<string>()
      for (const block of allBlocks(request)) {
        if (isServerCall(block)) called.add(idOf(block))
        if (isServerResult(block) && !called.has(answeredId(block)))
          report(`${block.path}/tool_use_id`, `no call ${answeredId(block)} before this ${block.type}`)
      }
    },
  },
  {
    id: 'ANTHROPIC-PAIR-06',
    severity: 'error',
    summary: 'A call of a provider-run tool without result stands only in the last assistant turn.',
    evidence: 'pydantic-ai, models/anthropic.py (unpaired calls)',
    check(request, report) {
      const pending = pendingServerCalls(request)
      for (const { turn } of exchanges(request).slice(0, -1))
        for (const call of turn.blocks.filter(isServerCall))
          if (pending.has(idOf(call))) report(call.path, `no result for ${idOf(call)}`)
    },
  },
  {
    id: 'ANTHROPIC-PAIR-07',
    severity: 'error',
    summary: 'Results for calls that running code made go to the container in which the code waits.',
    error:
      'container_id is required when there are pending tool uses generated by code execution with tools.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/1114',
    check(request, report) {
      if (request.container !== undefined && request.container !== null) return
      const pending = pendingServerCalls(request)
      const last = exchanges(request).at(-1)
      const waiting = last?.turn.blocks.find((block) => isCall(block) && pending.has(callerOf(block).id))
      if (waiting !== undefined) report('/container', `the code that made ${idOf(waiting)} is still waiting`)
    },
  },
]
