/** Returns the name of an adapter's export: its wire in camel case. */
export function adapterName(wire: string): string
