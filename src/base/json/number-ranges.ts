/**
 * An integer of at least 1.
 * @asType integer
 * @minimum 1
 */
export type PositiveInteger = number

/**
 * An integer of at least 0.
 * @asType integer
 * @minimum 0
 */
export type NonNegativeInteger = number

/**
 * A time in milliseconds, within the range of a timer.
 * @asType integer
 * @minimum 1
 * @maximum 2147483647
 */
export type Milliseconds = number
