/**
 * The requests that packages cannot send: the package, the text of its error or of the broken rule, and the reason.
 * They do not count.
 */
export const UNABLE = [
  {
    package: /^@ai-sdk\/(google|mistral|amazon-bedrock|cohere)/,
    error: /file of media type "image\/\*" must specify subtype/,
    reason: '`resolveFullMediaType` needs the subtype of an image, which a URL without a type does not have',
  },
  {
    package: /^@ai-sdk\//,
    error:
      /application\/octet-stream' functionality not supported|Only images and PDF file parts are supported/,
    reason: 'a file needs a type, which a URL without a type does not have',
  },
  {
    package: /^@ai-sdk\/openai responses/,
    error: /file_data application\/octet-stream is not accepted/,
    reason: 'a file in a result is sent with the type of the part, which a URL without a type does not have',
  },
  {
    package: /^@langchain\/aws/,
    error: /The string to be decoded is not correctly encoded/,
    reason:
      'the package decodes images with `atob`, which throws for the shortened images of some recordings',
  },
]

/**
 * Packages whose mark of an error is compared. `@ai-sdk/openai` sends `{ error: output.value }` for `error-text` and
 * `error-json`, which is compared as text; those for xAI, Cohere, Mistral and Bedrock send `output.value` like a result
 * without an error. LangChain's integrations do not read the `status` of a `ToolMessage`.
 */
export const SENDS_ERRORS = /^@ai-sdk\/anthropic/
