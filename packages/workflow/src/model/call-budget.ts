// How often servers are called for one model call: first tries, retries, calls without a refused parameter, and shorter ones.

export const maxCallsPerServer = 4

export type CallBudget = {
  /** Counts a call of the server; returns false when it has none left. */
  readonly take: (serverId: string) => boolean
  /** Returns how many calls of all servers were made. */
  readonly countCalls: () => number
  /** Returns how many calls the server that was called last has left. */
  readonly countRemaining: () => number
}

export function createCallBudget(): CallBudget {
  const calls = new Map<string, number>()
  let last = ''

  return {
    take(serverId) {
      const made = calls.get(serverId) ?? 0
      last = serverId
      if (made >= maxCallsPerServer) return false
      calls.set(serverId, made + 1)
      return true
    },
    countCalls: () => calls.values().reduce((sum, made) => sum + made, 0),
    countRemaining: () => maxCallsPerServer - (calls.get(last) ?? 0),
  }
}
