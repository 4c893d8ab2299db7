export function readUnions(folder: string, types: readonly string[]): (string[] | string)[]
