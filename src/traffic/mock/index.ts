export {
  createMock,
  type Mock,
  type MockedRequest,
  type MockOptions,
  serverNames,
} from './mock.js'
export type { ScriptedAnswer, ScriptedCall } from './script.js'
