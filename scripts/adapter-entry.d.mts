export function entryOf(wire: string, adapters?: string): string
