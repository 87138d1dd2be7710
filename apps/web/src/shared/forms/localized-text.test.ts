import type { LocalizedText } from '@heddle/contracts/wire'
import { describe, expect, test } from 'vitest'
import { editCopied, editFirst, editOther, resolveFirstKey } from './localized-text.ts'

const seeded = { default: 'Fibre Laboratory', en: 'Fibre Laboratory', zhHant: '纖維實驗室' }

describe('the first field of a localized text', () => {
  test("edits the interface's language, or the default while there are no translations", () => {
    expect(resolveFirstKey(seeded, 'zhHant')).toBe('zhHant')
    expect(resolveFirstKey(seeded, 'th')).toBe('th')
    expect(resolveFirstKey({ default: 'Fibre Laboratory' }, 'zhHant')).toBe('default')
  })

  test('changes the translation and leaves the other texts as they are', () => {
    expect(editFirst(seeded, 'zhHant', '纖維中心')).toEqual({ ...seeded, zhHant: '纖維中心' })
  })

  test('adds a translation where other languages have one, and keeps the default', () => {
    expect(editFirst({ default: 'Fibres', ja: '繊維' }, 'zhHant', '纖維')).toEqual({ default: 'Fibres', ja: '繊維', zhHant: '纖維' })
  })

  test('renames a text without translations', () => {
    expect(editFirst({ default: 'Lab A' }, 'zhHant', 'Lab B')).toEqual({ default: 'Lab B' })
  })

  test('changes the default with the translation while both are the same', () => {
    expect(editFirst(seeded, 'en', 'Fibre Lab')).toEqual({ ...seeded, en: 'Fibre Lab', default: 'Fibre Lab' })
  })

  test('removes the translation when it is emptied, and keeps the default', () => {
    expect(editFirst(seeded, 'zhHant', ' ')).toEqual({ default: 'Fibre Laboratory', en: 'Fibre Laboratory' })
    expect(editFirst(seeded, 'en', '')).toEqual({ default: 'Fibre Laboratory', zhHant: '纖維實驗室' })
  })
})

describe('the other fields of a localized text', () => {
  test('keep the text of the first field when another language gets the first translation', () => {
    expect(editOther({ default: '纖維' }, 'zhHant', 'en', 'Fibres')).toEqual({ default: '纖維', zhHant: '纖維', en: 'Fibres' })
    expect(editOther({ default: '纖維' }, 'zhHant', 'default', 'Fibres')).toEqual({ default: 'Fibres', zhHant: '纖維' })
    expect(editOther({ default: '' }, 'zhHant', 'en', 'Fibres')).toEqual({ default: '', en: 'Fibres' })
  })

  test('leave no translations when the last one is emptied', () => {
    expect(editOther({ default: '纖維', zhHant: '纖維', en: 'F' }, 'zhHant', 'en', '')).toEqual({ default: '纖維' })
    expect(editOther({ default: 'F', zhHant: '纖維' }, 'zhHant', 'default', '纖維')).toEqual({ default: '纖維' })
  })

  test('change nothing else', () => {
    expect(editOther(seeded, 'zhHant', 'default', 'Fibres')).toEqual({ ...seeded, default: 'Fibres' })
    expect(editOther(seeded, 'zhHant', 'en', '')).toEqual({ default: 'Fibre Laboratory', zhHant: '纖維實驗室' })
  })
})

describe('the first change of a copied text', () => {
  const edit = (text: LocalizedText, typed: string) => editCopied(text, 'zhHant', typed, seeded)

  test('drops the languages in which no one wrote it', () => {
    expect(edit(seeded, '纖維中心')).toEqual({ default: '纖維中心' })
    expect(edit(seeded, '')).toEqual({ default: '' })
  })

  test('keeps those that a person wrote', () => {
    expect(edit({ ...seeded, ja: '繊維研究室' }, '纖維中心')).toEqual({ default: '纖維中心', zhHant: '纖維中心', ja: '繊維研究室' })
    expect(edit({ ...seeded, default: 'Fibres' }, '纖維中心')).toEqual({ default: 'Fibres', zhHant: '纖維中心' })
  })

  test('is none while the text is the same', () => {
    expect(edit(seeded, '纖維實驗室')).toEqual(seeded)
  })
})
