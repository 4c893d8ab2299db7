/** What a span or a measured value is told. */
export type TraceAttributes = Record<string, string | number | boolean>

/** As much of OpenTelemetry's `Span` as is used. */
export interface TraceSpan {
  /** Adds attributes, or replaces them. */
  setAttributes(attributes: TraceAttributes): unknown
  /** Says how it went. Default: nothing is said, which is that it went well. */
  setStatus(status: { code: number; message?: string }): unknown
  /** Says that it is over. */
  end(): void
}

/**
 * As much of `@opentelemetry/api` as is used: `import * as api from '@opentelemetry/api'` fits, of 1.9 and later.
 */
export interface OpenTelemetryApi {
  /** Where tracers come from. */
  readonly trace: {
    getTracer(name: string): {
      startActiveSpan(
        name: string,
        options: { kind?: number; attributes?: TraceAttributes },
        work: (span: TraceSpan) => void,
      ): unknown
    }
  }
  /** Where meters come from. Default: nothing is measured. */
  readonly metrics?: {
    getMeter(name: string): {
      createHistogram(
        name: string,
        options: { description?: string; unit?: string },
      ): { record(value: number, attributes?: TraceAttributes): void }
    }
  }
  /** Where the trace is that is active. Default: traces end at a queue. */
  readonly context?: {
    active(): object
    with<Value>(context: object, work: () => Value): Value
  }
  /** How a trace is written down, so that another process goes on with it. Default: traces end at a queue. */
  readonly propagation?: {
    inject(context: object, carrier: Record<string, string>): void
    extract(context: object, carrier: Readonly<Record<string, string>>): object
  }
  /** The API's numbers for what a span is of. */
  readonly SpanKind: { readonly INTERNAL: number }
  /** The API's numbers for how a span went. */
  readonly SpanStatusCode: { readonly ERROR: number }
}

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /**
   * Whether spans have arguments, results and error texts, which may contain secrets. Default: false.
   */
  readonly recordContent?: boolean | undefined
  /** Characters of each of them; longer ones are shortened in the middle. Default: 10,000. */
  readonly maxContentCharacters?: number | undefined
}
