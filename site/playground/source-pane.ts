import { part, setPressed } from './dom.js'
import { marksOf } from './notice-list.js'
import type { Given, Place, Shown } from './protocol.js'
import { type TextMark, TextView } from './text-view.js'

/** Maximum number of characters that a text field can edit without delays. */
const MOST_EDITED = 300_000
/** Milliseconds without a keystroke after which the typed text is read. */
const PAUSE = 350

/** The input: a text field, and the same text with line numbers and marks. */
export class SourcePane {
  readonly #field: HTMLTextAreaElement
  readonly #view: TextView
  readonly #edit: HTMLButtonElement
  readonly #read: HTMLButtonElement
  readonly #onGiven: (given: Given, isTyped: boolean) => void
  #pause: ReturnType<typeof setTimeout> | undefined

  /** @param onGiven called with typed, pasted or dropped input. */
  constructor(root: HTMLElement, onGiven: (given: Given, isTyped: boolean) => void) {
    this.#field = part(root, 'input', HTMLTextAreaElement)
    this.#view = new TextView(part(root, 'source', HTMLElement))
    this.#edit = part(root, 'edit', HTMLButtonElement)
    this.#read = part(root, 'read', HTMLButtonElement)
    this.#onGiven = onGiven
    this.#edit.addEventListener('click', () => this.#editing(true))
    this.#read.addEventListener('click', () => this.#editing(false))
    this.#field.addEventListener('input', () => this.#typed())
    root.addEventListener('paste', (event) => this.#pasted(event))
    root.addEventListener('dragover', (event) => event.preventDefault())
    root.addEventListener('drop', (event) => this.#dropped(event))
  }

  /** Puts a text into the field, if it is short enough. */
  setText(text: string | undefined): void {
    const isShort = text !== undefined && text.length <= MOST_EDITED
    if (isShort && this.#field.value !== text) this.#field.value = text
    if (!isShort) this.#field.value = ''
    this.#edit.disabled = !isShort
    this.#edit.title = isShort ? '' : 'The input is too long to be edited here.'
  }

  show({ source, notices }: Shown, isTyped: boolean): void {
    this.#view.show(source, marksOf(notices, 'inSource'))
    this.#read.disabled = false
    if (!isTyped) this.#editing(false)
  }

  mark(marks: readonly TextMark[]): void {
    this.#view.mark(marks)
  }

  goTo(place: Place): void {
    this.#editing(false)
    this.#view.goTo(place)
  }

  clear(): void {
    clearTimeout(this.#pause)
    this.setText('')
    this.#read.disabled = true
    this.#editing(true)
    this.#field.focus()
  }

  #editing(isEditing: boolean): void {
    this.#field.hidden = !isEditing
    this.#view.element.hidden = isEditing
    setPressed(this.#edit, isEditing)
    setPressed(this.#read, !isEditing)
  }

  #typed(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.#onGiven({ text: this.#field.value }, true), PAUSE)
  }

  /** A long text in the field would block the page. */
  #pasted(event: ClipboardEvent): void {
    const [file] = event.clipboardData?.files ?? []
    if (file !== undefined) {
      event.preventDefault()
      this.#onGiven({ file, name: file.name }, false)
      return
    }
    const text = event.clipboardData?.getData('text') ?? ''
    const { value, selectionStart, selectionEnd } = this.#field
    const isIntoField = event.target === this.#field
    const isWhole = !isIntoField || selectionEnd - selectionStart >= value.length
    if (text === '' || event.target instanceof HTMLInputElement || (!isWhole && text.length <= MOST_EDITED))
      return
    event.preventDefault()
    this.#onGiven(
      { text: isWhole ? text : value.slice(0, selectionStart) + text + value.slice(selectionEnd) },
      false,
    )
  }

  #dropped(event: DragEvent): void {
    const [file] = event.dataTransfer?.files ?? []
    const text = event.dataTransfer?.getData('text') ?? ''
    if (file === undefined && text === '') return
    event.preventDefault()
    this.#onGiven(file === undefined ? { text } : { file, name: file.name }, false)
  }
}
