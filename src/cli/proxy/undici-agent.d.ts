/** The complete package also sets the agent of Node's `fetch`, and contains many unneeded modules. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
