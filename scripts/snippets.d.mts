export interface Block {
  readonly file: string | undefined
  readonly code: string
}
export function documents(): string[]
export function blocksOf(text: string): Block[]
export function shownOf(file: string): string
export function staleBlocks(paths?: readonly string[]): string[]
