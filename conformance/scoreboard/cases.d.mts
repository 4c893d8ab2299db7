import type { ConformanceCase } from '../../src/conformance/index.js'
export function readAllCases(): readonly ConformanceCase[]
