import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is neither null, undefined nor false, and returns it; fails once `withinMs` have passed. */
export async function until<T>(what: string, ask: () => T | Promise<T>, withinMs = 30_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs
  for (let asked = 1; ; asked += 1) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`Within ${withinMs} ms there was not: ${what}`)
    // What does not come soon is asked for less often: on a busy machine the questions would delay it.
    await sleep(asked < 10 ? 20 : 50)
  }
}
