// Recognizes the words of an image with Tesseract, in this process: it has neither threads nor a network.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import loadCore from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import type { Orientation } from './orientation.ts'
import { listLanguageData } from './language-data.ts'

/** A word and its box in pixels from the upper left corner, with the line that it is on. */
export type Word = {
  readonly text: string
  readonly line: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What was recognized of an image. */
export type Recognized = {
  readonly words: readonly Word[]
  /** Whether much of it is probably wrong: handwriting, a blurred photograph, a page upside down, a language without data. */
  readonly isUncertain: boolean
}

export type Recognizer = { readonly recognize: (image: Uint8Array, orientation?: Orientation) => Recognized }

/** Percent below which a word is taken for dirt or a drawing. */
const minConfidence = 30
/** Percent of all characters of an image, on average, below which it is uncertain: clean prints have over 85, nonsense under 55. */
const minMeanConfidence = 65

/** The recognition of lines alone. */
const lstmEngine = 1

/** Returns the recognizer of all languages whose data are in the folder; null when there are none. */
export async function createRecognizer(folder: string): Promise<Recognizer | null> {
  const files = await listLanguageData(folder)
  if (files.length === 0) return null
  const core = await loadCore({ TesseractProgress: () => {} })
  const languages: string[] = []
  for (const { name, language, isZipped } of files) {
    const content = await readFile(join(folder, name))
    core.FS.writeFile(`${language}.traineddata`, isZipped ? gunzipSync(content) : content)
    languages.push(language)
  }
  const api = new core.TessBaseAPI()
  if (api.Init(null, languages.join('+'), lstmEngine) !== 0) throw new Error('The data of a language are damaged')
  return {
    /**
     * Returns the words of an image (PNG, JPEG, WebP or PNM) in reading order, with their boxes in the image as it is upright. Throws when
     * it is damaged.
     */
    recognize(image, orientation = 1) {
      core.FS.writeFile('/input', image)
      if (api.SetImageFile(orientation) !== 0) throw new Error('The image is damaged')
      api.Recognize(null)
      const rows = readRows(api.GetTSVText(0))
      api.Clear()
      return { words: rows.filter(({ confidence }) => confidence >= minConfidence).map(({ word }) => word), isUncertain: isUncertain(rows) }
    },
  }
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const wordLevel = '5'

type Row = { readonly word: Word; readonly confidence: number }

const readRows = (table: string): Row[] =>
  table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t')
    if (level !== wordLevel || text.trim() === '') return []
    const box = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) }
    return [{ word: { text, line: `${block} ${paragraph} ${line}`, ...box }, confidence: Number(confidence) }]
  })

function isUncertain(rows: readonly Row[]): boolean {
  const characters = rows.reduce((sum, { word }) => sum + word.text.length, 0)
  const total = rows.reduce((sum, { word, confidence }) => sum + word.text.length * confidence, 0)
  return characters > 0 && total / characters < minMeanConfidence
}
