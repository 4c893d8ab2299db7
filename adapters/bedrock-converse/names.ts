/** Converse and ConverseStream of Amazon Bedrock, for all its models. */
export const title = 'Amazon Bedrock Converse'
export const docs = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html'
/** Another name of the adapter's export. */
export const alias = 'bedrock'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['bedrock'] as const
