export function listOf(wires: readonly string[]): string
