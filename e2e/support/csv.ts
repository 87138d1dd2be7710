// Files of comma-separated values that a page gives away.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** What is downloaded while `act` is done, without the mark that spreadsheets want at its beginning. */
export async function download(page: Page, act: () => Promise<void>): Promise<string> {
  const [given] = await Promise.all([page.waitForEvent('download'), act()])
  return (await readFile(await given.path(), 'utf8')).replace(/^\uFEFF/, '')
}

export const splitLines = (csv: string): string[] => csv.trim().split(/\r?\n/)

/** The cells of a line that holds no comma in any of them. */
export const splitCells = (line: string): string[] => line.split(',').map((cell) => cell.replaceAll('"', ''))
