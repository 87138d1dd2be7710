/**
 * Returns the indexes of the highest scores above `floor`, at most `limit`, the highest first; of equal scores the lower index. Few of many
 * scores enter the list, so that it costs one comparison for most.
 */
export function selectTop(scores: Float64Array, limit: number, floor = 0): number[] {
  const top: number[] = []
  let least = floor
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    if (score <= least) continue
    let [low, high] = [0, top.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((scores[top[middle] ?? 0] ?? 0) >= score) low = middle + 1
      else high = middle
    }
    top.splice(low, 0, index)
    if (top.length > limit) top.pop()
    if (top.length === limit) least = scores[top[limit - 1] ?? 0] ?? 0
  }
  return top
}
