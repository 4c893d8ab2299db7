/** Spans of models and tools, in the conventions of OpenTelemetry or of a vendor. Spans are only decoded. */
export const title = 'OpenTelemetry spans'
export const docs = 'https://opentelemetry.io/docs/specs/semconv/gen-ai/'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['otel', 'openinference', 'langfuse'] as const
