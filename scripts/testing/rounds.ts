/**
 * Returns how often a test does what has another outcome by chance: as often as finds a common fault at each run, or, with `THOROUGH=1`,
 * as often as finds a rare one.
 */
export const rounds = (usual: number, thorough: number): number => (process.env.THOROUGH === '1' ? thorough : usual)
