/* Compiled, never run: each adapter accepts only answers and requests of its own wire's official SDK. */
import type {
  BetaMessage,
  MessageCreateParams as BetaMessageCreateParams,
} from '@anthropic-ai/sdk/resources/beta/messages'
import type { Message, MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'
import type { ConverseCommandInput, ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime'
import type { GenerateContentParameters, GenerateContentResponse, Interactions } from '@google/genai'
import type {
  EnhancedGenerateContentResponse,
  GenerateContentRequest,
  GenerateContentResult,
} from '@google/generative-ai'
import type { ChatCompletionRequest, ChatCompletionResponse } from '@mistralai/mistralai/models/components'
import type { Cohere } from 'cohere-ai'
import type {
  BetaResponse,
  ResponseCreateParams as BetaResponseCreateParams,
} from 'openai/resources/beta/responses/responses'
import type { ChatCompletion, ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { Response as OpenAIResponse, ResponseCreateParams } from 'openai/resources/responses/responses'
import type { anthropic } from '../../adapters/anthropic-messages/index.js'
import type { bedrock } from '../../adapters/bedrock-converse/index.js'
import type { cohereChat } from '../../adapters/cohere-chat/index.js'
import type { google } from '../../adapters/google-generate-content/index.js'
import type { googleInteractions } from '../../adapters/google-interactions/index.js'
import type { mistralChat } from '../../adapters/mistral-chat/index.js'
import type { openaiChat } from '../../adapters/openai-chat/index.js'
import type { openaiResponses } from '../../adapters/openai-responses/index.js'

interface Adapters {
  anthropic: typeof anthropic
  bedrock: typeof bedrock
  cohere: typeof cohereChat
  google: typeof google
  interactions: typeof googleInteractions
  mistral: typeof mistralChat
  chat: typeof openaiChat
  responses: typeof openaiResponses
}

interface Answers {
  anthropic: Message | BetaMessage
  bedrock: ConverseCommandOutput
  cohere: Cohere.V2ChatResponse
  google: GenerateContentResponse | EnhancedGenerateContentResponse | GenerateContentResult
  interactions: Interactions.Interaction
  mistral: ChatCompletionResponse
  chat: ChatCompletion
  responses: OpenAIResponse | BetaResponse
}

type CreateParams = Interactions.InteractionCreateParams.CreateModelInteractionParams

/** An interface, because an alias of an object type counts as JSON, which every adapter accepts. */
interface InteractionParams {
  model: CreateParams['model']
  input?: CreateParams['input']
  tools?: CreateParams['tools']
  generation_config?: CreateParams['generation_config']
}

interface Requests {
  anthropic: MessageCreateParams | BetaMessageCreateParams
  bedrock: ConverseCommandInput
  cohere: Cohere.V2ChatRequest
  google: GenerateContentParameters | GenerateContentRequest
  interactions: InteractionParams
  mistral: ChatCompletionRequest
  chat: ChatCompletionCreateParams
  responses: ResponseCreateParams | BetaResponseCreateParams
}

type Wire = keyof Adapters
type AnswerTo<Reader extends Wire> = Parameters<Adapters[Reader]['decodeResponse']>[0]
type RequestTo<Reader extends Wire> = Parameters<Adapters[Reader]['decodeRequest']>[0]

/** Checks each member of a union: the result is `true`, `false` or both. */
type Fits<Value, Input> = Value extends Input ? true : false

/** The pairs with a wrong result, as messages. */
type Mistakes<Natives extends Record<Wire, object>, Inputs extends Record<Wire, unknown>> = {
  [Reader in Wire]: {
    [Writer in Wire]: Reader extends Writer
      ? false extends Fits<Natives[Writer], Inputs[Reader]>
        ? `${Reader} refuses its own`
        : never
      : true extends Fits<Natives[Writer], Inputs[Reader]>
        ? `${Reader} takes those of ${Writer}`
        : never
  }[Wire]
}[Wire]

type None<Mistake extends never> = Mistake

export type AnswersAreKept = None<Mistakes<Answers, { [Reader in Wire]: AnswerTo<Reader> }>>
export type RequestsAreKept = None<Mistakes<Requests, { [Reader in Wire]: RequestTo<Reader> }>>
