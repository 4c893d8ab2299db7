import type { FitStep } from '../../src/codec/wire/fit-step.js'
import { plainAnswers, plainResults } from './family.js'

/** The steps only this wire needs. */
export const fit: readonly FitStep[] = [plainResults, plainAnswers]
