/** What the page asks its worker, by the name of the task: what is given, and what is answered. */
export interface Tasks {
  /** Reads an input, and shows its first record. */
  readonly open: { readonly given: Given; readonly answer: Opened }
  /** Shows another record, or the same one read as another wire. */
  readonly show: { readonly given: Choice; readonly answer: Shown }
  readonly canonical: { readonly given: undefined; readonly answer: View }
  readonly translate: { readonly given: Translation; readonly answer: View }
  readonly lint: { readonly given: undefined; readonly answer: Linted }
  readonly mend: { readonly given: Mending; readonly answer: Mended }
  readonly frames: { readonly given: undefined; readonly answer: Frames }
  /** The answer as it was when that many pieces had come, as markup. */
  readonly answerAt: { readonly given: number; readonly answer: string }
  /** The schema of a tool in each dialect, as markup. */
  readonly schemas: { readonly given: string; readonly answer: string }
}

/** A text, or a file with its name. */
export type Given = { readonly text: string } | { readonly file: Blob; readonly name: string }

export interface Opened {
  /** Absent where the input is no text. */
  readonly text: string | undefined
  /** How many records it holds. */
  readonly count: number
  /** What was told while it was read. */
  readonly told: readonly string[]
  readonly wires: readonly WireName[]
  readonly shown: Shown
}

export interface WireName {
  readonly id: string
  readonly title: string
  /** Whether requests or answers can be written for it. */
  readonly isTarget: boolean
}

export interface Choice {
  /** From 0. */
  readonly record: number
  /** Default: it is recognized. */
  readonly wire: string | undefined
}

export type Side = 'request' | 'response' | 'stream'

export interface Translation {
  readonly to: string
  readonly side: Side
}

/** A text that is shown with the numbers of its lines. */
export interface ShownText {
  readonly text: string
  /** The offset at which each line begins. */
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
  /** Where it stands in the input. */
  readonly inSource?: Place | undefined
  /** Where it stands in the text beside it. */
  readonly inView?: Place | undefined
}

/** One record, as it was read. */
export interface Shown {
  readonly name: string
  /** Absent where it was not read. */
  readonly wire: string | undefined
  /** What it is and how it is known, or why it was not read. */
  readonly summary: string
  readonly isFailed: boolean
  readonly source: ShownText
  readonly notices: readonly ListedNotice[]
  /** The conversation, as markup. */
  readonly conversation: string
  /** What there is to be translated. */
  readonly sides: readonly Side[]
  /** Whether it came as a stream, which can be played. */
  readonly isStreamed: boolean
  /** The names of its tools that have a schema. */
  readonly tools: readonly string[]
}

/** A text beside the input, and what was told when it was made. */
export interface View {
  readonly view: ShownText
  readonly notices: readonly ListedNotice[]
}

export interface Linted {
  readonly violations: readonly ListedViolation[]
}

export interface ListedViolation extends ListedNotice {
  readonly hasMend: boolean
}

/** The number of the violation whose mend is wanted. Default: all of them. */
export type Mending = number | undefined

export interface Mended {
  /** The record after it. */
  readonly text: string
  readonly count: number
}

/** The pieces of a stream. */
export interface Frames {
  /** Milliseconds at which each came, counted from the first. */
  readonly at: readonly number[]
  /** Whether the times were recorded; else they are made up. */
  readonly isRecorded: boolean
}

/** What goes to the worker. */
export interface Question<Task extends keyof Tasks = keyof Tasks> {
  readonly id: number
  readonly task: Task
  readonly given: Tasks[Task]['given']
}

/** What comes back. */
export type Reply =
  | { readonly id: number; readonly answer: Tasks[keyof Tasks]['answer'] }
  | { readonly id: number; readonly error: string }
