// Whether the pictures of the help show the screens as they are, by the history of the repository.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@heddle/contracts/languages'
import { root, runProgram } from '../../scripts/processes/program.ts'
import { pictureFolder, pictures } from './picture-list.ts'

const runGit = async (...args: string[]) => (await runProgram('git', args)).output.trim()

/** Returns when one of the files last changed, in seconds since 1970; now for a change that is not committed. */
async function readChangeTime(files: readonly string[]): Promise<number> {
  if ((await runGit('status', '--porcelain', '--', ...files)) !== '') return Date.now() / 1_000
  return Number(await runGit('log', '-1', '--format=%ct', '--', ...files))
}

/** Prints the pictures that are missing, or older than their screen; returns 1 when there are any, else 0. */
export async function checkPictures(): Promise<number> {
  const problems: string[] = []
  for (const [name, screen] of Object.entries(pictures)) {
    const screenTime = await readChangeTime(screen)
    for (const language of languages) {
      const file = join(pictureFolder, language, `${name}.webp`)
      if (!existsSync(join(root, file))) problems.push(`${file} is missing`)
      else if ((await readChangeTime([file])) < screenTime) problems.push(`${file} is older than its screen (${screen.join(', ')})`)
    }
  }
  const count = Object.keys(pictures).length * languages.length
  process.stdout.write([...problems, `${problems.length} of ${count} pictures have to be made`, ''].join('\n'))
  return problems.length === 0 ? 0 : 1
}
