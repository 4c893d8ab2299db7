import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. The frames of the binary stream, whose bytes are those of https://smithy.io/2.0/aws/amazon-eventstream.html. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html',
    ],
    begins: /^data: \{"messageStart":/,
    ends: /\ndata: \{"metadata":.*\}\n\n$/,
  },
  headers: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html',
      'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html',
    ],
  },
  errors: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors',
    ],
  },
  limits: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html',
      '@aws-sdk/client-bedrock-runtime 3.1163',
    ],
  },
  ownLimits: {
    ...eachOf(inThreads('run-llama/llama_index#22775'), 'callId'),
    ...eachOf(inThreads('awsl-project/maxx#557'), 'toolName'),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/build-with-claude/extended-thinking'),
      'sharedReasoning',
    ),
    ...eachOf(
      inLibrary('@aws-sdk/client-bedrock-runtime 3.1163'),
      'systemMessages customTools userMedia resultMedia mediaSources fileIds mediaLimits allowedTools parallelSwitch cacheMarks outcomes',
    ),
    ...eachOf(
      documented('https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html'),
      'modelOutsideBody',
    ),
    ...eachOf(
      inLibrary(
        'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/providers/bedrock.py',
      ),
      'firstRole toolChoices',
    ),
    ...eachOf(
      inLibrary('https://github.com/vercel/ai/tree/main/packages/amazon-bedrock/src'),
      'refusesBlankText',
    ),
    ...eachOf(UNVERIFIED, 'errorResultMedia'),
    ...eachOf(inThreads('langgenius/dify#17545', 'vxcontrol/pentagi#196'), 'toolsRequiredWithHistory'),
    ...eachOf(inThreads('zed-industries/zed#28521'), 'schemas'),
    ...eachOf(
      documented('https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html'),
      'strictMode outputSchema',
    ),
  },
  profiles: {
    claude: {
      hostedTools: inThreads('stdapi-ai/stdapi.ai#3'),
      userMedia: UNVERIFIED,
      resultMedia: UNVERIFIED,
      settingForms: documented(
        'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html',
      ),
    },
    nova: {
      schemas: inThreads('zed-industries/zed#28521'),
      reasoningDepth: documented(
        'https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html',
      ),
      settingForms: documented(
        'https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html',
      ),
    },
    llama: {
      hostedTools: UNVERIFIED,
      resultsAlone: UNVERIFIED,
      resultMedia: documented('@aws-sdk/client-bedrock-runtime 3.1163'),
      toolChoices: UNVERIFIED,
    },
    openai: {
      hostedTools: UNVERIFIED,
      userMedia: inThreads('anomalyco/opencode#48069', 'awslabs/sample-ai-persona#126'),
      resultMedia: inThreads('anomalyco/opencode#48069', 'awslabs/sample-ai-persona#126'),
    },
    mistral: {
      hostedTools: UNVERIFIED,
      callId: UNVERIFIED,
      resultsAlone: UNVERIFIED,
      resultMedia: documented('@aws-sdk/client-bedrock-runtime 3.1163'),
      toolChoices: documented('@aws-sdk/client-bedrock-runtime 3.1163'),
    },
  },
}
