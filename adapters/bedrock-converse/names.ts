/** Converse and ConverseStream of Amazon Bedrock, for every model behind them. */
export const title = 'Amazon Bedrock Converse'
export const docs = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html'
/** Another name of the adapter's export. */
export const alias = 'bedrock'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['bedrock'] as const
