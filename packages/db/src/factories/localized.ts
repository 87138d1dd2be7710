// Names for things that a test does not care about.
let count = 0

/** A number that no other call of this process got. */
export const nextNumber = () => ++count

/** A text that is the same in every language. */
export const localized = (text: string) => ({ default: text })
