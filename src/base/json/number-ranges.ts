/**
 * An integer from 1 on.
 * @asType integer
 * @minimum 1
 */
export type PositiveInteger = number

/**
 * An integer from 0 on.
 * @asType integer
 * @minimum 0
 */
export type NonNegativeInteger = number

/**
 * Milliseconds that a timer can wait.
 * @asType integer
 * @minimum 1
 * @maximum 2147483647
 */
export type Milliseconds = number
