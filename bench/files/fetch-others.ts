// `node bench/files/fetch-others.ts FOLDER`: fetches the source packages of libraries that read and write files from Python's
// registry, and keeps their test files of accepted formats in the folder, for `pnpm score --others FOLDER`.
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runProgram } from '../../scripts/processes/program.ts'

const packages = ['python-docx==1.2.0', 'python-pptx==1.0.2', 'openpyxl==3.1.5', 'xlrd==1.2.0', 'pypdf==7.1.1']
const accepted = /\.(?:docx|pptx|xlsx|pdf|csv|html?)$/i

async function run(name: string, args: readonly string[]) {
  const { code, output } = await runProgram(name, args)
  if (code !== 0) throw new Error(`${name}: ${output.trim().split('\n').at(-1)}`)
}

async function fetchPackage(name: string, folder: string) {
  const work = await mkdtemp(join(tmpdir(), 'heddle-others-'))
  try {
    // Sources alone: nothing of the package is installed.
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', work, name])
    for (const archive of await readdir(work)) await run('tar', ['-xzf', join(work, archive), '-C', work])
    const files = (await readdir(work, { recursive: true })).filter((path) => accepted.test(path))
    for (const path of files) await cp(join(work, path), join(folder, path))
    console.log(`${name}: ${files.length} files`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Which folder? Their files are not copied into the repository.')
  process.exitCode = 2
} else {
  const folder = resolve(target)
  await mkdir(folder, { recursive: true })
  for (const name of packages) await fetchPackage(name, folder)
}
