// The corpus of build-corpus.py, as documents that the product ingests: each has passages of one language, one after the other.
import { type Language, languages } from '@heddle/contracts/languages'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Texts = z.record(z.enum(languages), z.string())
const Corpus = z.object({ passages: z.array(z.object({ title: Texts, text: Texts })), distractors: z.array(Texts) })
export type Corpus = z.infer<typeof Corpus> & {
  /** Distractors that name a standard, each another one. */
  readonly standards: readonly { readonly number: string; readonly text: Readonly<Record<Language, string>> }[]
}

/** Of series whose numbers differ little, as a question by one of them has to tell it from the others. */
const numbers =
  'ISO 13934-1, ISO 13934-2, ISO 13937-1, ISO 13937-2, ISO 105-B02, ISO 105-C06, ISO 105-X12, CNS 12915, CNS 13752, GB/T 3923.1, GB/T 3923.2, GB/T 3917.2, GB 18401, JIS L 1096, JIS L 0849, ASTM D5034, ASTM D5035, EN 14682, TCVN 7424, AATCC 135, AATCC 150, IEC 60068-2-1, IEC 60068-2-2'.split(
    ', ',
  )
const naming: Readonly<Record<Language, (number: string) => string>> = {
  zhHant: (number) => `依${number}測試。`,
  en: (number) => ` Tested according to ${number}.`,
  ja: (number) => `${number}に従って試験する。`,
  th: (number) => ` ทดสอบตาม ${number}`,
  vi: (number) => ` Thử theo ${number}.`,
}

export type CorpusDocument = { readonly language: Language; readonly text: string }

/** More than a chunk has: a passage is found among others, as in a document. */
const passagesPerDocument = 12

/** Reads the first passages and distractors of a corpus; all of them unless told how many. */
export async function readCorpus(path: string, maxPassages: number, maxDistractors: number): Promise<Corpus> {
  const { passages, distractors } = Corpus.parse(JSON.parse(await readFile(path, 'utf8')))
  const others = distractors.slice(0, maxDistractors)
  const standards = numbers.slice(0, others.length).map((number, index) => ({
    number,
    text: Object.fromEntries(languages.map((language) => [language, `${others[index]?.[language]}${naming[language](number)}`])),
  }))
  return {
    passages: passages.slice(0, maxPassages),
    distractors: [...standards.map(({ text }) => Texts.parse(text)), ...others.slice(standards.length)],
    standards: standards.map(({ number, text }) => ({ number, text: Texts.parse(text) })),
  }
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
