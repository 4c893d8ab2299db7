import type { Acknowledgement } from './compare.mjs'

export const ACKNOWLEDGED: readonly Acknowledgement[]
