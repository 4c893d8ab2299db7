export const WIRE = 'mistral-chat'
