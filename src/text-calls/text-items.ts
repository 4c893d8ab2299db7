import type { ArgumentPiece, BegunCall, FoundCall } from './found-call.js'

/** An item of a text: plain text, reasoning, a call, or the progress of a call that is being read. */
export type TextItem = string | Thought | FoundCall | BegunCall | ArgumentPiece

/** Reasoning of a model. */
export interface Thought {
  readonly thought: string
}

/** The items that a scanner has found, in order. Items after a possible draft are held back. */
export class TextItems {
  /** True while the text is reasoning. */
  isThinking = false
  #items: TextItem[] = []
  /** Items since the first call that may be a draft. */
  #held: TextItem[] | undefined
  /** White space at the start of a section of text. Undefined after other text. */
  #blank: string | undefined = ''
  #isParted = false

  /** True if items are held back. */
  get areHeld(): boolean {
    return this.#held !== undefined
  }

  /** White space at the start of the current section of text. */
  get blank(): string | undefined {
    return this.#blank
  }

  /** True if there is more than one section of text. */
  get isParted(): boolean {
    return this.#isParted
  }

  /** Returns and removes the items since the last call of this method. */
  take(): readonly TextItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** Holds back all items after this call. */
  hold(): void {
    this.#held ??= []
  }

  /** Emits the held items. */
  release(): void {
    this.#items.push(...(this.#held ?? []))
    this.#held = undefined
  }

  /** Drops the held items. @param blank the white space before them. */
  drop(blank: string | undefined): void {
    this.#held = undefined
    this.#blank = blank
  }

  /** Ends a section of text. A section of only white space is omitted. */
  endStretch(): void {
    this.#blank = ''
    this.#isParted = true
  }

  addCall(call: FoundCall): void {
    this.endStretch()
    ;(this.#held ?? this.#items).push(call)
  }

  /** Adds the progress of a call that is certain. */
  addProgress(progress: BegunCall | ArgumentPiece): void {
    this.endStretch()
    this.#items.push(progress)
  }

  addText(text: string): void {
    if (this.#blank === undefined) this.#join(text)
    else if (text.trim() === '') this.#blank += text
    else {
      this.#join(this.#blank + text)
      this.#blank = undefined
    }
  }

  /** Emits the white space of a text that has no other content. */
  end(): void {
    if (this.#blank !== undefined && !this.#isParted) this.#join(this.#blank)
  }

  /** Appends text. Adjacent texts are one item. */
  #join(text: string): void {
    if (text === '') return
    const items = this.#held ?? this.#items
    const last = items.at(-1)
    const joins = this.isThinking ? isThought(last) : typeof last === 'string'
    const whole = joins ? textOf(last) + text : text
    if (joins) items.pop()
    items.push(this.isThinking ? { thought: whole } : whole)
  }
}

/** Returns true if an item is reasoning of the model. */
export function isThought(item: TextItem | undefined): item is Thought {
  return typeof item === 'object' && 'thought' in item
}

/** Returns true if an item is the progress of a call that is being read. */
export function isProgress(item: TextItem): item is BegunCall | ArgumentPiece {
  return typeof item === 'object' && ('begun' in item || 'piece' in item)
}

function textOf(item: TextItem | undefined): string {
  return typeof item === 'string' ? item : isThought(item) ? item.thought : ''
}
