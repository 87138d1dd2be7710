// A document as its reader understands it: what it is made of, and where that stands in the original.

/** Characters `at` and following of a block's text are the characters `from` to `to` (excluded) of a page or sheet, the first of which is 1. */
export type BlockSpan = { readonly at: number; readonly page: number; readonly from: number; readonly to: number }

export type Block = {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'caption'
  /** A row of a table and an item of a list are a line each. */
  readonly text: string
  /** Of a heading: 1 is the highest. */
  readonly level?: number
  /** Of a table: how many of its first rows are its header. */
  readonly headerRows?: number
  /** What is in none of them, such as the name of a sheet, was added by the reader. A text without pages is one page. */
  readonly spans: readonly BlockSpan[]
}
