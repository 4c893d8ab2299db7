/** Spans that tell of models and tools, by the conventions of OpenTelemetry or in the way of a vendor. They are only read. */
export const title = 'OpenTelemetry spans'
export const docs = 'https://opentelemetry.io/docs/specs/semconv/gen-ai/'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['otel', 'openinference', 'langfuse'] as const
