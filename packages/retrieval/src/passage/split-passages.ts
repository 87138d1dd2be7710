// Cuts a text into passages that can be given to a model and cited one by one.
import type { Block } from './block.ts'
import { splitLines } from './cut-block.ts'
import { splitBlocks } from './split-blocks.ts'

/**
 * Yields the passages of a text in their order, trimmed: 300 to 400 tokens each (o200k), fewer at the end. They are the chunks
 * (`splitBlocks`) of a document of which is known only what its lines show: paragraphs, and tables without a header. Nothing but white
 * space is left out.
 */
export function* splitPassages(text: string): Generator<string> {
  for (const chunk of splitBlocks(readBlocks(text))) yield chunk.text
}

/** Tables, and paragraphs with the empty lines behind them. */
function* readBlocks(text: string): Generator<Block> {
  // What is known of the block is kept beside it: to look it over again at every line would take hours for a long one.
  let block = ''
  let hasText = false
  let hasRow = false
  let endsEmpty = false
  for (const line of splitLines(text)) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && hasText && (isRow(line) !== hasRow || endsEmpty)) {
      yield { kind: hasRow ? 'table' : 'paragraph', text: block, spans: [] }
      block = ''
      hasText = false
      hasRow = false
    }
    block += line
    hasText ||= !isEmpty
    hasRow ||= isRow(line)
    endsEmpty = isEmpty
  }
  yield { kind: hasRow ? 'table' : 'paragraph', text: block, spans: [] }
}

/** As spreadsheets and tables are written: with columns behind tabs or bars. */
const isRow = (line: string) => /[\t|]/.test(line)
