// Whether rows became better as often as worse.

/**
 * Returns the probability of a split at least as uneven as this one if better and worse were equally likely: the exact two-sided sign test of
 * W. Dixon, A. Mood, "The statistical sign test", Journal of the American Statistical Association 41, 1946. Rows without a change are left
 * out; without any other it is 1.
 */
export function testSigns(better: number, worse: number): number {
  const total = better + worse
  // Logarithms, as 2 to the power of 1,100 is no number.
  let log = -total * Math.LN2
  let tail = 0
  for (let count = 0; count <= Math.min(better, worse); count += 1) {
    tail += Math.exp(log)
    log += Math.log(total - count) - Math.log(count + 1)
  }
  return Math.min(1, 2 * tail)
}
