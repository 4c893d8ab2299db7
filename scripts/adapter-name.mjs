/** Returns the name of an adapter's export: its wire in camel case. */
export function adapterName(wire) {
  return wire.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}
