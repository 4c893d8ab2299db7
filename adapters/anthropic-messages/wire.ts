import type { NativeTypes } from '../../src/adapter/define.js'

/** placeholder */
export interface AnthropicTypes extends NativeTypes {}
