export { exportHar, writeHar } from './har.js'
