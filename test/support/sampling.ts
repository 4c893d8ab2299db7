/** Returns the profile under which a wire accepts sampling settings. Default: its usual limits accept them. */
export function samplingProfile(wire: string): string | undefined {
  return wire === 'anthropic-messages' ? '2023-06-01' : undefined
}
