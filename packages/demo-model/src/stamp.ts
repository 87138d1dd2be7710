// Tokens that say when they were written, by which a benchmark measures how long each was on its way.

/** Digits in base 36. With six characters a token is about as long as a model's. */
const digits = 5
const unitsPerMillisecond = 10
const nanosecondsPerUnit = 1_000_000n / BigInt(unitsPerMillisecond)
/** The stamps begin again after 100 minutes. */
const range = 36 ** digits

/** On Linux and macOS all processes of a machine have the same origin of this clock. */
const readUnits = () => Number((process.hrtime.bigint() / nanosecondsPerUnit) % BigInt(range))

/** Returns a token with the current time: a space and five letters or digits, for example ` k3f9z`; with more spaces up to `length`. */
export const createStamp = (length = 0): string => ` ${readUnits().toString(36).padStart(digits, '0')}`.padStart(length)

/**
 * Returns a reader of a text of stamps, for a process on the same machine. Given the next piece of the text, cut anywhere, the reader
 * returns the age in milliseconds of each stamp that is complete with it, to a tenth.
 */
export function createStampReader(): (piece: string) => number[] {
  let rest = ''
  return (piece) => {
    const now = readUnits()
    const ages: number[] = []
    rest += piece.replaceAll(' ', '')
    for (; rest.length >= digits; rest = rest.slice(digits)) {
      const units = (now - Number.parseInt(rest.slice(0, digits), 36) + range) % range
      ages.push(units / unitsPerMillisecond)
    }
    return ages
  }
}
