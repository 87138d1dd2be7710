// Reads PDF files with Poppler's pdftotext, where it is installed.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ReadFile } from './reader-of.ts'

const run = promisify(execFile)

export const readWithPdftotext: ReadFile = async ({ path }) => {
  try {
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', path, '-'], { maxBuffer: 256 * 1024 * 1024 })
    return { text: stdout, findings: [] }
  } catch (error) {
    return { refusal: error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'NOT_INSTALLED' : 'FILE_UNREADABLE' }
  }
}
