/** The tasks of the worker by name, each with its input and its answer. */
export interface Tasks {
  /** Reads an input and shows its first record. */
  readonly open: { readonly given: Given; readonly answer: Opened }
  /** Shows another record, or the same record read as another wire. */
  readonly show: { readonly given: Choice; readonly answer: Shown }
  readonly canonical: { readonly given: undefined; readonly answer: View }
  readonly translate: { readonly given: Translation; readonly answer: View }
  readonly lint: { readonly given: undefined; readonly answer: Linted }
  readonly fix: { readonly given: Fixing; readonly answer: Fixed }
  readonly frames: { readonly given: undefined; readonly answer: Frames }
  /** The answer after this number of pieces, as markup. */
  readonly answerAt: { readonly given: number; readonly answer: string }
  /** The schema of a tool in each dialect, as markup. */
  readonly schemas: { readonly given: string; readonly answer: string }
}

/** A text, or a file with its name. */
export type Given = { readonly text: string } | { readonly file: Blob; readonly name: string }

export interface Opened {
  /** Absent if the input is not text. */
  readonly text: string | undefined
  /** The number of records in the input. */
  readonly count: number
  /** Messages reported while the input was read. */
  readonly told: readonly string[]
  readonly wires: readonly WireName[]
  readonly shown: Shown
}

export interface WireName {
  readonly id: string
  readonly title: string
  /** True if requests or answers can be encoded for this wire. */
  readonly isTarget: boolean
}

export interface Choice {
  /** The index of the record, from 0. */
  readonly record: number
  /** The wire. Default: recognized automatically. */
  readonly wire: string | undefined
}

export type Side = 'request' | 'response' | 'stream'

export interface Translation {
  readonly to: string
  readonly side: Side
}

/** A text that is shown with line numbers. */
export interface ShownText {
  readonly text: string
  /** The offset of the beginning of each line. */
  readonly lines: Uint32Array
}

/** Offsets into a text. */
export interface Place {
  readonly start: number
  readonly end: number
}

export interface ListedNotice {
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: string
  /** A JSON Pointer. */
  readonly path: string
  readonly message: string
  /** The position in the input. */
  readonly inSource?: Place | undefined
  /** The position in the text next to it. */
  readonly inView?: Place | undefined
}

/** One decoded record. */
export interface Shown {
  readonly name: string
  /** Absent if the record could not be decoded. */
  readonly wire: string | undefined
  /** The kind of the record and the reason for its wire, or the reason why it could not be decoded. */
  readonly summary: string
  readonly isFailed: boolean
  readonly source: ShownText
  readonly notices: readonly ListedNotice[]
  /** The conversation, as markup. */
  readonly conversation: string
  /** The sides that can be translated. */
  readonly sides: readonly Side[]
  /** True if the answer is a stream, which can be played. */
  readonly isStreamed: boolean
  /** The names of its tools with a schema. */
  readonly tools: readonly string[]
}

/** A text next to the input, and the notices of its conversion. */
export interface View {
  readonly view: ShownText
  readonly notices: readonly ListedNotice[]
}

export interface Linted {
  readonly violations: readonly ListedViolation[]
}

export interface ListedViolation extends ListedNotice {
  readonly hasFix: boolean
}

/** The number of the violation to fix. Default: all of them. */
export type Fixing = number | undefined

export interface Fixed {
  /** The record after the fix. */
  readonly text: string
  readonly count: number
}

/** The pieces of a stream. */
export interface Frames {
  /** Milliseconds at which each piece arrived, from the first. */
  readonly at: readonly number[]
  /** True if the times were recorded; false if they are generated. */
  readonly isRecorded: boolean
}

/** A message to the worker. */
export interface Question<Task extends keyof Tasks = keyof Tasks> {
  readonly id: number
  readonly task: Task
  readonly given: Tasks[Task]['given']
}

/** A message from the worker. */
export type Reply =
  | { readonly id: number; readonly answer: Tasks[keyof Tasks]['answer'] }
  | { readonly id: number; readonly error: string }
