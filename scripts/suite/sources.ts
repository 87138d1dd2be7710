import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const isExcluded = (path: string) => /(?:^|\/)(?:node_modules|generated|dist)$/.test(path)

/** The TypeScript of the repository, each file with its path from the root. */
export const sources = globSync('{apps,packages,prisma,scripts,bench,e2e}/**/*.{ts,tsx}', { cwd: root, exclude: isExcluded }).map(
  (path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }),
)
