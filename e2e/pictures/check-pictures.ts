// Whether the pictures of the help show the screens as they are: `taken.json` has of each what its screen was made of when it was taken.
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@heddle/contracts/languages'
import { z } from 'zod'
import { root, runProgram } from '../../scripts/processes/program.ts'
import { pictureFolder, pictures } from './picture-list.ts'

const record = join(root, 'e2e/pictures/taken.json')

/** The hash of the screen, by the path of a picture in its folder. */
const Taken = z.record(z.string(), z.string())

const readTaken = async () => Taken.parse(JSON.parse(await readFile(record, 'utf8')))

/** Returns a hash of what some files and folders hold, committed or not. */
async function hashScreen(screen: readonly string[]): Promise<string> {
  const { output } = await runProgram('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...screen])
  const paths = output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  const contents = await Promise.all(paths.toSorted().map(async (path) => `${path} ${hash('sha256', await readFile(join(root, path)))}`))
  return hash('sha256', contents.join('\n')).slice(0, 16)
}

async function listPictures() {
  const screens = await Promise.all(
    Object.entries(pictures).map(async ([name, screen]) => ({ name, screen, hash: await hashScreen(screen) })),
  )
  return screens.flatMap((screen) => languages.map((language) => ({ ...screen, path: `${language}/${screen.name}.webp` })))
}

/** Remembers what the screens of those pictures are made of that were written since a moment, in milliseconds since 1970. */
export async function recordPictures(since: number): Promise<void> {
  const taken = await readTaken()
  for (const { path, hash: screen } of await listPictures()) {
    const file = join(root, pictureFolder, path)
    if (existsSync(file) && (await stat(file)).mtimeMs >= since) taken[path] = screen
  }
  await writeFile(record, `${JSON.stringify(taken, Object.keys(taken).toSorted(), 2)}\n`)
}

/** Prints the pictures that are missing, or whose screen has changed since; returns 1 when there are any, else 0. */
export async function checkPictures(): Promise<number> {
  const taken = await readTaken()
  const all = await listPictures()
  const problems = all.flatMap(({ path, screen, hash: now }) => {
    if (!existsSync(join(root, pictureFolder, path))) return [`${path} is missing`]
    return taken[path] === now ? [] : [`${path} was taken before its screen changed (${screen.join(', ')})`]
  })
  process.stdout.write([...problems, `${problems.length} of ${all.length} pictures have to be made`, ''].join('\n'))
  return problems.length === 0 ? 0 : 1
}
