const firstMs = 400
const longestMs = 10_000

/** A back-off between attempts, which grows with the failures and can be ended early. */
export class Waiting {
  #end: (() => void) | null = null

  begin(failures: number): Promise<void> {
    const ms = Math.min(longestMs, firstMs * 2 ** failures) * (0.75 + Math.random() / 2)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end?.(), ms)
      this.#end = () => {
        clearTimeout(timer)
        this.#end = null
        resolve()
      }
    })
  }

  end(): void {
    this.#end?.()
  }
}
