// How far a share of votes may be from that of all the votes that could have been cast.
import type { Interval } from './bootstrap.ts'

/** Of the standard normal distribution: 95 % are within. */
const z = 1.959_963_984_540_054

/**
 * Returns the score interval of a share at 95 %: E. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
 * the American Statistical Association 22, 1927. It stays between 0 and 1, also of one vote.
 *
 * @param successes at most `total`
 * @param total at least 1
 */
export function shareInterval(successes: number, total: number): Interval {
  const share = successes / total
  const weight = z ** 2 / total
  const center = (share + weight / 2) / (1 + weight)
  const distance = (z * Math.sqrt((share * (1 - share)) / total + weight / (4 * total))) / (1 + weight)
  return { low: Math.max(0, center - distance), high: Math.min(1, center + distance) }
}
