// Live sessions: a model that listens and speaks over a socket, with the calls that it makes.

export type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from '../../codec/stream/session-codec.js'
export { openSession } from './open-session.js'
export { SessionError } from './session-error.js'
export type * from './session-types.js'
export type { SessionSocket, SocketClose } from './socket.js'
