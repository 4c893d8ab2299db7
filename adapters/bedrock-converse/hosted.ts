import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'

/**
 * `SystemTool` of @aws-sdk/client-bedrock-runtime 3.1163: only a name, and only for Nova models.
 * https://docs.aws.amazon.com/nova/latest/userguide/grounding.html
 */
export const hosted: HostedForms = {
  web_search: {
    native: { tool: { systemTool: { name: 'nova_grounding' } } },
    name: 'nova_grounding',
    extras: 'tool/systemTool',
  },
  code_execution: {
    native: { tool: { systemTool: { name: 'nova_code_interpreter' } } },
    name: 'nova_code_interpreter',
    extras: 'tool/systemTool',
  },
}
