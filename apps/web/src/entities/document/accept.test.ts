import { describe, expect, test } from 'vitest'
import { acceptedFiles, isAccepted, sortFiles } from './accept.ts'

const createFile = (name: string, type = '', bytes = 10) => new File(['x'.repeat(bytes)], name, { type })

describe('an accept list', () => {
  test.each([
    ['an ending, whatever its case', 'Report.PDF', '', ['.pdf'], true],
    ['a media type', 'report', 'application/pdf', ['application/pdf'], true],
    ['a family of media types', 'loom', 'image/png', ['image/*'], true],
    ['not another family', 'loom', 'imagery/png', ['image/*'], false],
    ['not an ending inside the name', 'a.pdf.exe', 'application/x-msdownload', ['.pdf'], false],
    ['nothing, when it is empty', 'a.pdf', 'application/pdf', [], false],
  ])('takes %s', (_, name, type, accept, expected) => {
    expect(isAccepted({ name, type }, accept)).toBe(expected)
  })

  test.each([
    'a.pdf',
    '織物.docx',
    'b.pptx',
    'c.xlsx',
    'c.XLSM',
    'a.docm',
    'b.ppsx',
    'd.csv',
    'e.md',
    'f.txt',
    'g.html',
    'h.png',
    'i.jpeg',
    'j.webp',
  ])('of ours takes %s', (name) => {
    expect(isAccepted({ name, type: '' }, acceptedFiles)).toBe(true)
  })
})

test('files are rejected by type, size and number, each with its reason', () => {
  const chosen = [
    createFile('a.pdf'),
    createFile('b.exe'),
    createFile('c.txt', '', 0),
    createFile('d.txt', '', 101),
    createFile('e.txt'),
    createFile('f.txt'),
    createFile('IMG_1.HEIC'),
  ]
  const { valid, rejected } = sortFiles(chosen, { accept: acceptedFiles, bytes: 100, room: 2 })
  expect(valid.map(({ name }) => name)).toEqual(['a.pdf', 'e.txt'])
  expect(rejected).toEqual([
    { name: 'b.exe', reason: 'type' },
    { name: 'c.txt', reason: 'empty' },
    { name: 'd.txt', reason: 'size' },
    { name: 'f.txt', reason: 'count' },
    { name: 'IMG_1.HEIC', reason: 'heic' },
  ])
})
