// Preloaded (`node --import`): shifts the clock of the process by this number of milliseconds.
const offset = Number(process.env.CLOCK_OFFSET)
const RealDate = Date
const now = () => RealDate.now() + offset

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given))
  }
  static now() {
    return now()
  }
}
