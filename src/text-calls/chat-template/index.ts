// Entry point `toolwire/chat-template`: reads and writes calls as the chat template of a model does. It
// requires `@huggingface/jinja`.

export {
  type ChatTemplate,
  type ChatTemplateOptions,
  fromChatTemplate,
  type PromptOptions,
} from './from-chat-template.js'
export type { TemplateFeature, TemplateGap } from './gaps.js'
