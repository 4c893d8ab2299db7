import type { Anthropic } from '@anthropic-ai/sdk'
import type { Tool as BedrockTool } from '@aws-sdk/client-bedrock-runtime'
import { Environment, type Tool as GoogleTool, type Interactions } from '@google/genai'
import type { ChatCompletionRequestTool$Outbound as MistralTool } from '@mistralai/mistralai/models/components'
import type { OpenAI } from 'openai'
import type { HostedKind, HostedTool } from '../../src/base/model/hosted-settings.js'
import {
  codeExecution,
  computerUse,
  fileSearch,
  imageGeneration,
  mcpServer,
  webSearch,
} from '../../src/tools/hosted-tools.js'

const userLocation = { city: 'Oslo', region: 'Oslo', country: 'NO', timezone: 'Europe/Oslo' }

/** Each hosted tool with all its settings. */
export const HOSTED: Readonly<Record<HostedKind, HostedTool>> = {
  web_search: webSearch({
    maxUses: 3,
    allowedDomains: ['met.no'],
    blockedDomains: ['example.com'],
    userLocation,
    contextSize: 'low',
  }),
  code_execution: codeExecution({ fileIds: ['file_1'], containerId: 'container_1' }),
  file_search: fileSearch({ stores: ['store_1'], maxResults: 4, filter: 'year = 2026' }),
  computer: computerUse({ width: 1024, height: 768, environment: 'desktop' }),
  image_generation: imageGeneration({
    size: '1024x1024',
    quality: 'high',
    format: 'png',
    background: 'opaque',
  }),
  mcp: mcpServer({
    name: 'tickets',
    url: 'https://mcp.example.com',
    authorization: 'secret',
    headers: { 'X-Team': 'a' },
    allowedTools: ['list', 'read'],
    approval: 'never',
  }),
}

/**
 * The native form of a tool on a wire, with the official SDK's own types, and the settings above that it does
 * not support.
 */
interface Expected<Tool, Request = never> {
  readonly tool?: Tool
  readonly request?: Request
  readonly lost: readonly string[]
}

type ExpectedTools<Tool, Request = never> = Readonly<Partial<Record<HostedKind, Expected<Tool, Request>>>>

const place = { type: 'approximate' as const, ...userLocation }

const anthropic: ExpectedTools<
  Anthropic.Beta.Messages.BetaToolUnion,
  Pick<Anthropic.Beta.Messages.MessageCreateParams, 'container' | 'mcp_servers'>
> = {
  web_search: {
    tool: {
      type: 'web_search_20260318',
      name: 'web_search',
      max_uses: 3,
      allowed_domains: ['met.no'],
      blocked_domains: ['example.com'],
      user_location: place,
    },
    lost: ['contextSize'],
  },
  code_execution: {
    tool: { type: 'code_execution_20260521', name: 'code_execution' },
    request: { container: 'container_1' },
    lost: ['fileIds'],
  },
  computer: { tool: { type: 'computer_toolset_20260801' }, lost: ['width', 'height', 'environment'] },
  mcp: {
    tool: {
      type: 'mcp_toolset',
      mcp_server_name: 'tickets',
      default_config: { enabled: false },
      configs: { list: { enabled: true }, read: { enabled: true } },
    },
    request: {
      mcp_servers: [
        { type: 'url', url: 'https://mcp.example.com', name: 'tickets', authorization_token: 'secret' },
      ],
    },
    lost: ['headers'],
  },
}

/** The generally available versions above are also in the types without `Beta`. */
export const generallyAvailable: Anthropic.ToolUnion[] = [
  { type: 'web_search_20260318', name: 'web_search' },
  { type: 'code_execution_20260521', name: 'code_execution' },
  { type: 'computer_toolset_20260801' },
]

const responses: ExpectedTools<OpenAI.Responses.Tool> = {
  web_search: {
    tool: {
      type: 'web_search',
      filters: { allowed_domains: ['met.no'] },
      user_location: place,
      search_context_size: 'low',
    },
    lost: ['maxUses', 'blockedDomains'],
  },
  code_execution: { tool: { type: 'code_interpreter', container: 'container_1' }, lost: ['fileIds'] },
  file_search: {
    tool: { type: 'file_search', vector_store_ids: ['store_1'], max_num_results: 4 },
    // A text on this wire; here a filter is an object.
    lost: ['filter'],
  },
  computer: { tool: { type: 'computer' }, lost: ['width', 'height', 'environment'] },
  image_generation: {
    tool: {
      type: 'image_generation',
      size: '1024x1024',
      quality: 'high',
      output_format: 'png',
      background: 'opaque',
    },
    lost: [],
  },
  mcp: {
    tool: {
      type: 'mcp',
      server_label: 'tickets',
      server_url: 'https://mcp.example.com',
      authorization: 'secret',
      headers: { 'X-Team': 'a' },
      allowed_tools: ['list', 'read'],
      require_approval: 'never',
    },
    lost: [],
  },
}

const chat: ExpectedTools<never, Pick<OpenAI.ChatCompletionCreateParams, 'web_search_options'>> = {
  web_search: {
    request: {
      web_search_options: {
        user_location: { type: 'approximate', approximate: userLocation },
        search_context_size: 'low',
      },
    },
    lost: ['maxUses', 'allowedDomains', 'blockedDomains'],
  },
}

const mistral: ExpectedTools<MistralTool> = {
  web_search: {
    tool: { type: 'web_search' },
    lost: ['maxUses', 'allowedDomains', 'blockedDomains', 'userLocation', 'contextSize'],
  },
  code_execution: { tool: { type: 'code_interpreter' }, lost: ['fileIds', 'containerId'] },
  file_search: {
    tool: { type: 'document_library', library_ids: ['store_1'] },
    lost: ['maxResults', 'filter'],
  },
  image_generation: {
    tool: { type: 'image_generation' },
    lost: ['size', 'quality', 'format', 'background'],
  },
}

const google: ExpectedTools<GoogleTool> = {
  web_search: {
    tool: { googleSearch: { excludeDomains: ['example.com'] } },
    lost: ['maxUses', 'allowedDomains', 'userLocation', 'contextSize'],
  },
  code_execution: { tool: { codeExecution: {} }, lost: ['fileIds', 'containerId'] },
  file_search: {
    tool: { fileSearch: { fileSearchStoreNames: ['store_1'], topK: 4, metadataFilter: 'year = 2026' } },
    lost: [],
  },
  computer: {
    tool: { computerUse: { environment: Environment.ENVIRONMENT_DESKTOP } },
    lost: ['width', 'height'],
  },
  mcp: {
    tool: {
      mcpServers: [
        {
          name: 'tickets',
          streamableHttpTransport: {
            url: 'https://mcp.example.com',
            headers: { 'X-Team': 'a', Authorization: 'Bearer secret' },
          },
        },
      ],
    },
    lost: ['allowedTools', 'approval'],
  },
}

const interactions: ExpectedTools<Interactions.Tool> = {
  web_search: {
    tool: { type: 'google_search' },
    lost: ['maxUses', 'allowedDomains', 'blockedDomains', 'userLocation', 'contextSize'],
  },
  code_execution: { tool: { type: 'code_execution' }, lost: ['fileIds', 'containerId'] },
  file_search: {
    tool: {
      type: 'file_search',
      file_search_store_names: ['store_1'],
      top_k: 4,
      metadata_filter: 'year = 2026',
    },
    lost: [],
  },
  computer: { tool: { type: 'computer_use', environment: 'desktop' }, lost: ['width', 'height'] },
  mcp: {
    tool: {
      type: 'mcp_server',
      name: 'tickets',
      url: 'https://mcp.example.com',
      headers: { Authorization: 'Bearer secret', 'X-Team': 'a' },
      allowed_tools: [{ tools: ['list', 'read'] }],
    },
    lost: [],
  },
}

const bedrock: ExpectedTools<BedrockTool> = {
  web_search: {
    tool: { systemTool: { name: 'nova_grounding' } },
    lost: ['maxUses', 'allowedDomains', 'blockedDomains', 'userLocation', 'contextSize'],
  },
  code_execution: {
    tool: { systemTool: { name: 'nova_code_interpreter' } },
    lost: ['fileIds', 'containerId'],
  },
}

export const EXPECTED: Readonly<Record<string, ExpectedTools<object, object>>> = {
  'anthropic-messages': anthropic,
  'bedrock-converse': bedrock,
  'google-generate-content': google,
  'google-interactions': interactions,
  'mistral-chat': mistral,
  'openai-chat': chat,
  'openai-responses': responses,
}
