// Hosts that serve several wires. Patterns match the host and the path of a base URL.
export const AZURE = /^[a-z\d-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com\//
export const COPILOT = /^api\.(?:[a-z]+\.)?githubcopilot\.com\//
export const DEEPSEEK = /^api\.deepseek\.com\//
export const LM_STUDIO = /^[^/]+:1234\//
export const MINIMAX = /^api\.minimaxi?\.(?:io|com|chat)\//
export const MOONSHOT = /^api\.moonshot\.(?:ai|cn)\//
export const OLLAMA = /^(?:ollama\.com|[^/]+:11434)\//
export const OPENROUTER = /^openrouter\.ai\//
export const VERTEX = /^(?:[a-z\d-]+-)?aiplatform(?:\.[a-z]+\.rep)?\.googleapis\.com\//
export const XAI = /^(?:[a-z\d-]+\.)?api\.x\.ai\//
export const ZAI = /^(?:api\.z\.ai|open\.bigmodel\.cn)\//
