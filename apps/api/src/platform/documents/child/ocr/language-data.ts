// The folder of Tesseract's language data.
import { readdir } from 'node:fs/promises'

export type LanguageData = { readonly name: string; readonly language: string; readonly isZipped: boolean }

const dataFile = /^(\w+)\.traineddata(\.gz)?$/

/** Returns the files of the folder that have the data of a language, in the order of their names. */
export async function listLanguageData(folder: string): Promise<LanguageData[]> {
  const names = (await readdir(folder)).toSorted()
  return names.flatMap((name) => {
    const [, language, zipped] = dataFile.exec(name) ?? []
    return language === undefined ? [] : [{ name, language, isZipped: zipped !== undefined }]
  })
}
