/** Keeps what was made of texts, up to so many characters of them; what was not asked for longest goes first. */
export class KeptResults<Result> {
  readonly #maxCharacters: number
  readonly #results = new Map<string, { readonly by: readonly object[]; readonly result: Result }>()
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  /** What `make` has made of `text` by the same means, else what it makes now. */
  get(by: readonly object[], text: string, make: () => Result): Result {
    const known = this.#results.get(text)
    const isSame = known?.by.every((means, index) => means === by[index]) ?? false
    const result = known && isSame ? known.result : make()
    if (known) this.#drop(text)
    this.#results.set(text, { by, result })
    this.#characters += text.length
    for (const oldest of this.#results.keys()) {
      if (this.#characters <= this.#maxCharacters) break
      this.#drop(oldest)
    }
    return result
  }

  #drop(text: string) {
    if (this.#results.delete(text)) this.#characters -= text.length
  }
}
