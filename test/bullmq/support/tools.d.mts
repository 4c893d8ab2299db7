import type { contentResult } from '../../../src/base/model/create.js'
import type { defineTool, RunnableTool } from '../../../src/index.js'
import type { ToolError } from '../../../src/tools/index.js'

interface Parts {
  readonly defineTool: typeof defineTool
  readonly ToolError: typeof ToolError
  readonly contentResult: typeof contentResult
}

export function testTools(parts: Parts, note: (line: string) => void): readonly RunnableTool[]
