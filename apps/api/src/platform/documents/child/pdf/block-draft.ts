// What a region of a page is made of, before its headings have their levels.
import type { Block } from '@heddle/retrieval/passage/block'
import type { PageFragment } from './fragment.ts'

export type DraftBlock = {
  readonly kind: Block['kind']
  readonly fragment: PageFragment
  readonly size: number
  readonly isBold: boolean
  /** Whether it may go on in the next column or page: its last line is full, and ends no sentence. */
  readonly isOpen: boolean
  /** Whether it may be the rest of one that is open. */
  readonly mayContinue: boolean
}
