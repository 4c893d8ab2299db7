// Usage: node main.js PORT FOLDER [FATAL_TURN]
import { serve } from '@restatedev/restate-sdk'
import { agent } from './workflow.js'

const [, , port] = process.argv
await serve({ services: [agent], port: Number(port) })
