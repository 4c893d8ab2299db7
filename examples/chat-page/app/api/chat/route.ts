export { answer as POST } from '../../../server/chat.ts'
