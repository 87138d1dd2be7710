// The corpus of build-corpus.py, as documents that the product ingests: each has passages of one language, one after the other.
import { type Language, languages } from '@heddle/contracts/languages'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Texts = z.record(z.enum(languages), z.string())
const Corpus = z.object({ passages: z.array(z.object({ title: Texts, text: Texts })), distractors: z.array(Texts) })
export type Corpus = z.infer<typeof Corpus>

export type CorpusDocument = { readonly language: Language; readonly text: string }

/** More than a chunk has: a passage is found among others, as in a document. */
const passagesPerDocument = 12

/** Reads the first passages and distractors of a corpus; all of them unless told how many. */
export async function readCorpus(path: string, maxPassages: number, maxDistractors: number): Promise<Corpus> {
  const { passages, distractors } = Corpus.parse(JSON.parse(await readFile(path, 'utf8')))
  return { passages: passages.slice(0, maxPassages), distractors: distractors.slice(0, maxDistractors) }
}

/** Returns the documents of each language; passages and distractors alternate. */
export function listDocuments({ passages, distractors }: Corpus): CorpusDocument[] {
  const share = distractors.length / passages.length
  const texts = passages.flatMap(({ text }, i) => [text, ...distractors.slice(Math.floor(i * share), Math.floor((i + 1) * share))])
  return languages.flatMap((language) => {
    const documents: CorpusDocument[] = []
    for (let from = 0; from < texts.length; from += passagesPerDocument) {
      const part = texts.slice(from, from + passagesPerDocument).map((text) => text[language])
      documents.push({ language, text: part.join('\n\n') })
    }
    return documents
  })
}
