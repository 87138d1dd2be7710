// Downloaded CSV files.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Returns the file that is downloaded during `act`, without its byte order mark. */
export async function download(page: Page, act: () => Promise<void>): Promise<string> {
  const [given] = await Promise.all([page.waitForEvent('download'), act()])
  return (await readFile(await given.path(), 'utf8')).replace(/^\uFEFF/, '')
}

export const splitLines = (csv: string): string[] => csv.trim().split(/\r?\n/)

/** Returns the cells of a line; no cell may contain a comma. */
export const splitCells = (line: string): string[] => line.split(',').map((cell) => cell.replaceAll('"', ''))
