// Entry point `toolwire/session`: live sessions with a model over a socket, and the calls of the model.

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
