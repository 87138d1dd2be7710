// The text of a reply on its way from the model to its readers: what has to change in it does, and what it cites is found.
import type { MessageSource } from '@heddle/contracts/message/message'
import { type CitationFilter, createCitationFilter } from '@heddle/text/citation/citation-filter'
import { chainFilters, type TextFilter } from '@heddle/text/prose/text-filter'
import type { Passage } from '@heddle/workflow/model/passage'
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ContextFile } from '../files/context-files.sql.ts'
import type { ReplyBeginning } from '../event-log.ts'
import type { RunSink } from '../run.ts'

export type TextPipeline = ReturnType<typeof createTextPipeline>

/** `createFilters` makes what changes one text; a text that starts again has new ones. */
export function createTextPipeline(
  beginning: ReplyBeginning,
  sink: Pick<RunSink, 'addText' | 'addSources' | 'restart'>,
  createFilters: () => TextFilter[],
) {
  const sources = new Map<number, MessageSource>()
  /** Numbers that the reply has from runs before mean what they meant then, whatever files have come and gone. */
  const citedBefore = new Map(beginning.sources?.map((source) => [source.number, source]))
  function keepsItsNumber(passage: Passage) {
    const before = citedBefore.get(passage.number)
    return !before || (before.passage === toSnapshot(passage).passage && isDeepStrictEqual(before.rows, passage.result?.rows))
  }
  let citations: CitationFilter | null = null
  let filter = filterOf(createFilters())

  /** Null when nothing has to change: then a word costs nothing here. */
  function filterOf(filters: readonly TextFilter[]): TextFilter | null {
    // What the reply has from runs before says where the text is: in a block of code, say.
    for (const each of filters) {
      each.push(beginning.text)
      each.finish()
    }
    return filters.length > 0 ? chainFilters(filters) : null
  }

  function citationFilter() {
    citations = createCitationFilter((number) => sources.has(number))
    return citations
  }

  function show(text: string) {
    // A source is there before the number that leads to it.
    const cited = citations?.takeCited().flatMap((number) => sources.get(number) ?? []) ?? []
    if (cited.length > 0) sink.addSources(cited)
    if (text !== '') sink.addText(text)
  }

  return {
    /** Adds passages that the models are given: what they cite is one of them, or nothing. Said before there is any text. */
    usePassages(passages: readonly Passage[], files: ReadonlyMap<string, ContextFile>) {
      if (filter) show(filter.finish())
      for (const passage of passages.filter(keepsItsNumber)) {
        sources.set(passage.number, toSource(passage, passage.fileId === null ? undefined : files.get(passage.fileId)))
      }
      filter = filterOf([...createFilters(), citationFilter()])
      citations?.takeCited()
    },

    add: (text: string) => (filter ? show(filter.push(text)) : sink.addText(text)),

    /** Forgets the text so far: the next begins where the run began. */
    restart() {
      sink.restart()
      filter = filterOf([...createFilters(), ...(citations ? [citationFilter()] : [])])
      citations?.takeCited()
    },

    /** Shows what was held back; there is no more. */
    finish() {
      if (filter) show(filter.finish())
    },
  }
}

const toSource = (passage: Passage, file: ContextFile | undefined): MessageSource => ({
  id: randomUUIDv7(),
  number: passage.number,
  title: passage.title,
  page: passage.page,
  score: passage.score,
  file: file ? { id: file.id, name: file.name, media_type: file.mediaType } : null,
  ...toSnapshot(passage),
})

/** What is kept of a passage: of a result its rows, and not their text. */
const toSnapshot = ({ text, origin, result }: Passage) => ({
  passage: result ? result.query : text,
  ...(origin && { knowledge: origin }),
  ...(result && { rows: result.rows }),
})
