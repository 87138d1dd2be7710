import { languages } from '@heddle/contracts/languages'
import { expect, test } from 'vitest'
import { loadChapters } from './load-chapters.ts'
import { findPicture } from './pictures.ts'

const files = Object.keys(import.meta.glob('./pictures/*/*.webp'))
const names = [...new Set(files.map((file) => file.replace(/^.*\/([\w-]+)\.webp$/, '$1')))]

test.each(languages)('each picture is there in %s, and is shown by a chapter', async (language) => {
  expect(names.filter((name) => findPicture(name, language) === undefined)).toEqual([])
  const shown = (await loadChapters(language)).flatMap(({ body }) =>
    [...body.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, text, address]) => ({ text, address })),
  )
  expect(new Set(shown.map(({ address }) => address))).toEqual(new Set(names.map((name) => `../../pictures/${language}/${name}.webp`)))
  expect(shown.filter(({ text }) => text === '')).toEqual([])
})
