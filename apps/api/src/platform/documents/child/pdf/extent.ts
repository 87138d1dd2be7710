/** The smallest and the largest value of a list, however long: an argument list has an end. */
export function minOf<T>(list: readonly T[], read: (item: T) => number): number {
  let min = Number.POSITIVE_INFINITY
  for (const item of list) min = Math.min(min, read(item))
  return min
}

export function maxOf<T>(list: readonly T[], read: (item: T) => number): number {
  let max = Number.NEGATIVE_INFINITY
  for (const item of list) max = Math.max(max, read(item))
  return max
}

export const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
