/** The whole package also sets the agent of Node's own `fetch`, and has much that is not needed. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
