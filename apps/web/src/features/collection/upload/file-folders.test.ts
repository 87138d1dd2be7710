import { expect, test } from 'vitest'
import { findFolder, keepDroppedPath } from './file-folders.ts'

const createFile = (path: string) => Object.defineProperty(new File(['x'], 'a.pdf'), 'webkitRelativePath', { value: path })

test.each([
  ['manuals/looms/a.pdf', 'manuals/looms'],
  ['', undefined],
])('a file that was chosen with the path "%s" is from %s', (path, folder) => {
  expect(findFolder(createFile(path))).toBe(folder)
})

test.each([
  ['/manuals/looms/a.pdf', 'manuals/looms'],
  ['/a.pdf', undefined],
])('a file that was dropped with the path %s is from %s', (path, folder) => {
  const file = createFile('')
  keepDroppedPath(file, path)
  expect(findFolder(file)).toBe(folder)
})
