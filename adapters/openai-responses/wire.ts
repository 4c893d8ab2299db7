import type { NativeTypes } from '../../src/adapter/define.js'

export interface ResponsesTypes extends NativeTypes {}
