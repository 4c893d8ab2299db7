/** Attributes of a span or a measured value. */
export type TraceAttributes = Record<string, string | number | boolean | string[]>

/** The used members of OpenTelemetry's `Span`. */
export interface TraceSpan {
  /** Adds attributes, or replaces them. */
  setAttributes(attributes: TraceAttributes): unknown
  /** Sets the status. Default: unset, which means success. */
  setStatus(status: { code: number; message?: string }): unknown
  /** Ends the span. */
  end(): void
}

/**
 * The used members of `@opentelemetry/api`: `import * as api from '@opentelemetry/api'` fits, version 1.9 and
 * later.
 */
export interface OpenTelemetryApi {
  /** The source of tracers. */
  readonly trace: {
    getTracer(name: string): {
      startActiveSpan(
        name: string,
        options: { kind?: number; attributes?: TraceAttributes },
        work: (span: TraceSpan) => void,
      ): unknown
      /** Starts a span that is not made the active one. Default: model calls have no spans. */
      startSpan?(name: string, options: { kind?: number; attributes?: TraceAttributes }): TraceSpan
    }
  }
  /** The source of meters. Default: nothing is measured. */
  readonly metrics?: {
    getMeter(name: string): {
      createHistogram(
        name: string,
        options: { description?: string; unit?: string },
      ): { record(value: number, attributes?: TraceAttributes): void }
    }
  }
  /** Access to the active trace. Default: traces end at a queue. */
  readonly context?: {
    active(): object
    with<Value>(context: object, work: () => Value): Value
  }
  /** Serialization of a trace, so that another process can continue it. Default: traces end at a queue. */
  readonly propagation?: {
    inject(context: object, carrier: Record<string, string>): void
    extract(context: object, carrier: Readonly<Record<string, string>>): object
  }
  /** The API's numbers for the kind of a span. */
  readonly SpanKind: { readonly INTERNAL: number; readonly CLIENT: number }
  /** The API's numbers for the status of a span. */
  readonly SpanStatusCode: { readonly ERROR: number }
}

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /**
   * True to record messages, tool definitions, arguments, results and error texts in spans. These texts may
   * contain secrets. Default: false.
   */
  readonly recordContent?: boolean | undefined
  /**
   * The maximum characters of each recorded text; longer texts are shortened in the middle. Default: 10,000.
   */
  readonly maxContentCharacters?: number | undefined
}
