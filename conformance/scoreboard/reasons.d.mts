export function reasonOf(id: string): string | undefined
