// Where a file moves on between two texts instead of writing a blank: between the cells of a table, and in some programs between all words.
// pdf.js writes a blank in both cases; patches/pdfjs-dist@*.patch adds which are moves.
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'

export type PlacedItem = TextItem & {
  /** Three numbers a move: the character of the blank in its place, and where the gap begins and ends from the start of the item. */
  readonly moves?: readonly number[] | undefined
  /** Of a blank. */
  readonly isMove?: boolean
  /** Whether the file moved on to it without a blank. */
  readonly isMoved?: boolean
}

const lowercase = /\p{Ll}/u
const blankInWords = /\p{Ll} \p{Ll}/gu
/** Of the moves of a page: as many blanks are written where blanks are written at all, as TeX does not. */
const minBlankShare = 0.1

type Counts = { moves: number; blanks: number; movesInWords: number; blanksInWords: number }

function count(items: readonly PlacedItem[], counts: Counts) {
  for (const { str, moves = [], isMove } of items) {
    if (str.trim() === '') counts[isMove ? 'moves' : 'blanks'] += 1
    counts.moves += moves.length / 3
    counts.blanks += str.split(' ').length - 1 - moves.length / 3
    counts.blanksInWords += str.match(blankInWords)?.length ?? 0
    for (let index = 0; index < moves.length; index += 3) {
      const at = moves[index] ?? 0
      if (lowercase.test(str.charAt(at - 1)) && lowercase.test(str.charAt(at + 1))) counts.movesInWords += 1
    }
  }
}

/** Whether most blanks between words are moves, or all blanks: then they do not tell cells. Moves were counted among the blanks in words. */
const areWords = ({ moves, blanks, movesInWords, blanksInWords }: Counts) =>
  blanks <= minBlankShare * moves || 2 * movesInWords > blanksInWords

const noCounts: Counts = { moves: 0, blanks: 0, movesInWords: 0, blanksInWords: 0 }

/** Moves between words on the pages of a document after which they are no longer counted. */
const enoughMoves = 500

/** Keeps the moves of the pages of a document that tell cells: neither on the page nor on those before, words are parted by moves. */
export function createMoves() {
  const ofDocument = { ...noCounts }
  const isDecided = () => ofDocument.movesInWords > enoughMoves && areWords(ofDocument)

  function areCells(items: readonly PlacedItem[]): boolean {
    if (isDecided()) return false
    const ofPage = { ...noCounts }
    count(items, ofPage)
    for (const name of ['moves', 'blanks', 'movesInWords', 'blanksInWords'] as const) ofDocument[name] += ofPage[name]
    return ofPage.moves > 0 && !areWords(ofPage) && !areWords(ofDocument)
  }

  return {
    keep: (items: readonly PlacedItem[]): PlacedItem[] => (areCells(items) ? markMoved(items) : items.flatMap(removeMoves)),
  }
}

function removeMoves(item: PlacedItem): PlacedItem[] {
  if (item.str.trim() === '') return []
  return [item.moves ? { ...item, moves: undefined } : item]
}

/** Returns the items that are no blanks; those behind a move say so. */
function markMoved(items: readonly PlacedItem[]): PlacedItem[] {
  const marked: PlacedItem[] = []
  let isMoved = false
  for (const item of items) {
    if (item.str.trim() === '') isMoved = item.isMove ?? isMoved
    else {
      marked.push(isMoved ? { ...item, isMoved } : item)
      isMoved = false
    }
  }
  return marked
}

/** Returns the parts of an item between its moves. */
export function divideItem({ moves: _moves, isMoved: _isMoved, ...item }: PlacedItem, moves: readonly number[]): PlacedItem[] {
  const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[]
  const scale = Math.hypot(a, b)
  const parts: PlacedItem[] = []
  const add = (from: number, to: number, start: number, end: number) =>
    parts.push({
      ...item,
      str: item.str.slice(from, to),
      width: end - start,
      transform: [...(item.transform as number[]).slice(0, 4), x + (start * a) / scale, y + (start * b) / scale],
    })
  let [from, start] = [0, 0]
  for (let index = 0; index < moves.length; index += 3) {
    const [at = 0, end = 0, next = 0] = moves.slice(index, index + 3)
    add(from, at, start, end)
    ;[from, start] = [at + 1, next]
  }
  add(from, item.str.length, start, item.width)
  return parts
}
