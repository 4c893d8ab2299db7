import { Markup } from '../../src/traffic/html/markup.js'
import { CheckPanel } from './check-panel.js'
import { fill, part } from './dom.js'
import { EXAMPLES } from './examples.js'
import { layout, type TabName, welcome } from './layout.js'
import { marksOf, NoticeList } from './notice-list.js'
import { PlaybackPanel } from './playback-panel.js'
import type { Choice, Fixing, Given, ListedNotice, Opened, Shown } from './protocol.js'
import { RecordBar } from './record-bar.js'
import { SchemaPanel } from './schema-panel.js'
import { fragmentOf, LONGEST_FRAGMENT, type SharedState, stateIn } from './share.js'
import { SourcePane } from './source-pane.js'
import { isTabName, Tabs } from './tabs.js'
import { TargetPanel } from './target-panel.js'
import { TextView } from './text-view.js'
import { WorkerClient } from './worker-client.js'

/** The origin of an input. */
interface Opening {
  /** True if the input is being typed, so that the field is not changed. */
  readonly isTyped: boolean
  /** The state to show. Default: the initial state. */
  readonly state?: SharedState
  /** True for the input before or after a fix. Default: false. */
  readonly isFix?: boolean
  /** The number of the example. Default: not an example. */
  readonly index?: string
}

/** The playground: the input on the left, the result on the right. */
export class Playground {
  readonly #root: HTMLElement
  readonly #frame: HTMLElement
  readonly #client = new WorkerClient()
  readonly #status: HTMLElement
  readonly #undo: HTMLButtonElement
  readonly #example: HTMLSelectElement
  readonly #conversation: HTMLElement
  readonly #source: SourcePane
  readonly #bar: RecordBar
  readonly #tabs: Tabs
  readonly #notices: NoticeList
  readonly #canonical: TextView
  readonly #target: TargetPanel
  readonly #check: CheckPanel
  readonly #playback: PlaybackPanel
  readonly #schema: SchemaPanel
  /** The number of the current view. Answers for earlier views are ignored. */
  #turn = 0
  #opened: Opened | undefined
  #shown: Shown | undefined
  /** The number of active tasks. While it is above 0, `aria-busy` of the frame is `true`. */
  #working = 0
  /** Texts before fixes, with the latest last. */
  readonly #before: string[] = []

  constructor(root: HTMLElement) {
    this.#root = root
    fill(root, layout(EXAMPLES))
    this.#frame = part(root, 'playground', HTMLElement)
    this.#status = part(root, 'status', HTMLElement)
    this.#example = part(root, 'example', HTMLSelectElement)
    this.#undo = part(root, 'undo', HTMLButtonElement)
    this.#conversation = part(root, 'conversation', HTMLElement)
    this.#source = new SourcePane(root, (given, isTyped) => void this.open(given, { isTyped }))
    this.#bar = new RecordBar(root, (choice) => void this.#choose(choice))
    this.#tabs = new Tabs(root, () => void this.#showTab())
    this.#notices = new NoticeList(root, (notice) => this.#goTo(notice))
    this.#canonical = new TextView(part(root, 'canonical', HTMLElement))
    this.#target = new TargetPanel(root, () => void this.#showTab())
    this.#check = new CheckPanel(root, {
      chosen: (one) => this.#goTo(one),
      fix: (one) => void this.#fix(one),
    })
    this.#playback = new PlaybackPanel(root, this.#client)
    this.#schema = new SchemaPanel(root, this.#client)
    this.#tabs.enable(new Set(['conversation']))
    this.#listen()
    this.#frame.ariaBusy = 'false'
  }

  close(): void {
    this.#playback.stop()
    this.#client.close()
    this.#root.replaceChildren()
  }

  /** Shows the state shared in a URL, if there is one. */
  openShared(fragment: string): Promise<void> {
    return this.#busy(this.#openShared(fragment))
  }

  async #openShared(fragment: string): Promise<void> {
    try {
      const state = await stateIn(fragment)
      if (state === undefined) return
      this.#target.choose(state.target)
      await this.open({ text: state.text }, { isTyped: false, state })
    } catch (error) {
      this.#tell(messageOf(error), true)
    }
  }

  async open(given: Given, { isTyped, state, index, isFix }: Opening): Promise<void> {
    if ('text' in given && given.text.trim() === '') return this.#clear(isTyped)
    const turn = ++this.#turn
    this.#example.value = index ?? ''
    if (!isFix) this.#before.length = 0
    this.#undo.hidden = this.#before.length === 0
    this.#tell('Reading …')
    const opened = await this.#asked(turn, this.#client.ask('open', given))
    if (opened === undefined) return
    this.#opened = opened
    this.#bar.show(opened.count, opened.wires)
    if (!isTyped) this.#source.setText(opened.text)
    if (state !== undefined) return this.#restore(state)
    await this.#show(opened.shown, isTyped)
  }

  async #restore({ record = 0, wire, tab, target }: SharedState): Promise<void> {
    if (isTabName(tab)) this.#tabs.select(tab)
    this.#bar.choose({ record, wire })
    await this.#choose({ record, wire }, target)
  }

  async #choose(choice: Choice, target?: string): Promise<void> {
    const shown = await this.#asked(++this.#turn, this.#client.ask('show', choice))
    if (shown !== undefined) await this.#show(shown, false, target)
  }

  async #show(shown: Shown, isTyped: boolean, target?: string): Promise<void> {
    this.#shown = shown
    this.#playback.stop()
    this.#source.show(shown, isTyped)
    fill(this.#conversation, new Markup(shown.conversation))
    this.#conversation.classList.remove('empty')
    this.#conversation.scrollTop = 0
    this.#target.offer(this.#opened?.wires ?? [], shown.wire, shown.sides)
    this.#target.choose(target)
    this.#schema.offer(shown.tools)
    this.#bar.tell(shown.wire)
    const tabs = tabsFor(shown)
    this.#tabs.enable(tabs)
    if (!tabs.has(this.#tabs.chosen)) this.#tabs.select('conversation')
    const told = this.#opened?.told ?? []
    this.#tell([shown.summary, ...told].join(' · '), shown.isFailed)
    await this.#showTab()
  }

  /** Shows the selected tab for the record, with its notices. */
  async #showTab(): Promise<void> {
    const { chosen } = this.#tabs
    if (this.#shown === undefined) return
    if (chosen !== 'playback') this.#playback.stop()
    const turn = ++this.#turn
    const notices = await this.#asked(turn, this.#contentOf(chosen, turn, this.#shown))
    if (notices === undefined) return
    this.#source.mark(marksOf(notices, 'inSource'))
    this.#notices.show(chosen === 'check' ? [] : notices)
  }

  /** @returns the notices that are marked in the input. */
  async #contentOf(tab: TabName, turn: number, shown: Shown): Promise<readonly ListedNotice[]> {
    if (tab === 'canonical' || tab === 'wire') {
      const { wanted } = this.#target
      if (tab === 'wire' && wanted === undefined) return shown.notices
      const view = await (tab === 'wire' && wanted !== undefined
        ? this.#client.ask('translate', wanted)
        : this.#client.ask('canonical', undefined))
      if (turn !== this.#turn) return []
      if (tab === 'wire') this.#target.show(view)
      else this.#canonical.show(view.view, marksOf(view.notices, 'inView'))
      return view.notices
    }
    if (tab === 'check') {
      const linted = await this.#client.ask('lint', undefined)
      if (turn === this.#turn) this.#check.show(linted)
      return linted.violations
    }
    if (tab === 'playback') this.#playback.show(await this.#client.ask('frames', undefined))
    if (tab === 'schema') await this.#schema.show()
    return shown.notices
  }

  async #fix(fixing: Fixing): Promise<void> {
    const before = this.#opened?.text
    const fixed = await this.#asked(++this.#turn, this.#client.ask('fix', fixing))
    if (fixed === undefined) return
    if (before !== undefined) this.#before.push(before)
    await this.open({ text: fixed.text }, { isTyped: false, isFix: true })
    this.#tell(fixed.count === 1 ? 'One fix was applied.' : `${fixed.count} fixes were applied.`)
  }

  #goTo({ inSource, inView }: ListedNotice): void {
    if (inSource !== undefined) this.#source.goTo(inSource)
    if (inView === undefined) return
    if (this.#tabs.chosen === 'canonical') this.#canonical.goTo(inView)
    if (this.#tabs.chosen === 'wire') this.#target.goTo(inView)
  }

  async #share(): Promise<void> {
    const text = this.#opened?.text
    if (text === undefined) return this.#tell('There is no text to share yet.')
    const { record, wire } = this.#bar.choice
    const fragment = await fragmentOf({
      text,
      wire,
      record,
      tab: this.#tabs.chosen,
      target: this.#target.wanted?.to,
    })
    if (fragment === undefined)
      return this.#tell(
        `This is too long for an address, which holds ${LONGEST_FRAGMENT} characters of packed text. Share the file itself.`,
      )
    history.replaceState(history.state, '', fragment)
    const isCopied = await navigator.clipboard.writeText(location.href).then(
      () => true,
      () => false,
    )
    this.#tell(
      `The address of this page holds the input now (${fragment.length} characters)${isCopied ? ', and was copied' : ''}. Whoever has it can read the input.`,
    )
  }

  #clear(isTyped: boolean): void {
    this.#turn += 1
    this.#opened = this.#shown = undefined
    this.#bar.clear()
    this.#notices.show([])
    this.#playback.stop()
    this.#tabs.select('conversation')
    this.#tabs.enable(new Set(['conversation']))
    fill(this.#conversation, welcome(EXAMPLES))
    this.#conversation.classList.add('empty')
    if (!isTyped) this.#source.clear()
    this.#tell('Nothing is open.')
  }

  #listen(): void {
    const file = part(this.#root, 'file', HTMLInputElement)
    const example = this.#example
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? []
      if (chosen !== undefined) void this.open({ file: chosen, name: chosen.name }, { isTyped: false })
      file.value = ''
    })
    example.addEventListener('change', () => void this.#openExample(example.value))
    this.#conversation.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-example]') : null
      if (button === null) return
      void this.#openExample(button.dataset['example'] ?? '')
    })
    part(this.#root, 'share', HTMLButtonElement).addEventListener('click', () => void this.#share())
    part(this.#root, 'clear', HTMLButtonElement).addEventListener('click', () => this.#clear(false))
    this.#undo.addEventListener('click', () => {
      const text = this.#before.pop()
      if (text !== undefined) void this.open({ text }, { isTyped: false, isFix: true })
    })
  }

  async #openExample(index: string): Promise<void> {
    const chosen = EXAMPLES[Number(index)]
    if (index === '' || chosen === undefined) return
    const { default: text } = await this.#busy(chosen.load())
    await this.open({ text }, { isTyped: false, index })
  }

  async #busy<Result>(work: Promise<Result>): Promise<Result> {
    this.#working += 1
    this.#frame.ariaBusy = 'true'
    try {
      return await work
    } finally {
      this.#working -= 1
      this.#frame.ariaBusy = String(this.#working > 0)
    }
  }

  /** Returns the answer, or undefined if another view was opened meanwhile or the task failed. */
  async #asked<Answer>(turn: number, answer: Promise<Answer>): Promise<Answer | undefined> {
    try {
      const value = await this.#busy(answer)
      return turn === this.#turn ? value : undefined
    } catch (error) {
      if (turn === this.#turn) this.#tell(messageOf(error), true)
      return undefined
    }
  }

  #tell(message: string, isBad = false): void {
    this.#status.textContent = message
    this.#status.classList.toggle('bad', isBad)
  }
}

function tabsFor({ wire, sides, tools, isStreamed }: Shown): ReadonlySet<TabName> {
  const tabs = new Set<TabName>(['conversation'])
  if (wire === undefined) return tabs
  tabs.add('canonical')
  if (sides.length > 0) tabs.add('wire')
  if (sides.includes('request')) tabs.add('check')
  if (isStreamed) tabs.add('playback')
  if (tools.length > 0) tabs.add('schema')
  return tabs
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
