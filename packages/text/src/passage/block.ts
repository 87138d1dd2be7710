// A document as its reader understands it: what it is made of, and where that stands in the original.

/** Characters `at` and following of a block's text are the characters `from` to `to` (excluded) of a page; pages begin with 1. */
export type BlockSpan = { readonly at: number; readonly page: number; readonly from: number; readonly to: number }

export type Block = {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'caption'
  /** A row of a table and an item of a list are a line each. */
  readonly text: string
  /** Of a heading: 1 is the highest. */
  readonly level?: number
  /** Of a table: how many of its first rows are its header. */
  readonly headerRows?: number
  /** Empty where the original has no pages. What is in none of them, such as the space for the end of a line, was added by the reader. */
  readonly spans: readonly BlockSpan[]
}
