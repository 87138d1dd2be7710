// The parsers of vLLM and SGLang that separate thoughts from text, beside the corpus: what they make of a text is what has to come of it when a
// server without a parser sends it to us.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDemoCorpus, type ReplyEntry } from '@heddle/demo-model/corpus'
import { z } from 'zod'
import { root, runProgram } from '../processes/program.ts'

type Package = { readonly name: 'sglang' | 'vllm'; readonly version: string; readonly megabytes: number }

/** Only the Python files are kept of each. */
const packages: readonly Package[] = [
  { name: 'sglang', version: '0.5.23', megabytes: 39 },
  { name: 'vllm', version: '0.33.0', megabytes: 336 },
]

const Results = z.array(
  z.union([
    z.strictObject({ reasoning: z.string(), text: z.string() }),
    z.strictObject({ missing: z.literal(true) }),
    z.strictObject({ error: z.string() }),
  ]),
)

const unpack = `import sys, zipfile
wheel, folder = sys.argv[1:]
archive = zipfile.ZipFile(wheel)
archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".py")])`

/** Returns the folder of the Python files of a package; null when Python's registry does not have it for this machine. */
async function fetchPackage({ name, version, megabytes }: Package): Promise<string | null> {
  const folder = join(root, 'node_modules/.cache/conformance', `${name}-${version}-files`)
  // Written last, as in python.ts.
  const mark = join(folder, 'complete')
  if (await stat(mark).catch(() => null)) return folder
  console.log(`Downloading ${name} ${version} (${megabytes} MB) …`)
  const download = await mkdtemp(join(tmpdir(), 'heddle-parsers-'))
  try {
    const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--dest', download]
    const { code } = await runProgram('python3', ['-m', 'pip', 'download', ...options, `${name}==${version}`])
    const [wheel] = await readdir(download)
    if (code !== 0 || !wheel) return null
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const unpacked = await runProgram('python3', ['-c', unpack, join(download, wheel), folder])
    if (unpacked.code !== 0) return null
    await writeFile(mark, '')
    return folder
  } finally {
    await rm(download, { recursive: true, force: true })
  }
}

/** Returns the pieces of text of an entry whose chunks have nothing else. */
const listPieces = ({ response }: ReplyEntry): readonly string[] =>
  (response.events ?? []).flatMap((event) => {
    const { data } = z.object({ choices: z.tuple([z.object({ delta: z.object({ content: z.string() }) })]) }).safeParse(event)
    return data ? [data.choices[0].delta.content] : []
  })

async function readWith(folder: string, { name }: Package, entries: readonly ReplyEntry[], dataDir: string) {
  const files = ['texts', 'results'].map((each) => join(dataDir, `${name}-${each}.json`)) as [string, string]
  await writeFile(files[0], JSON.stringify(entries.map((entry) => ({ parser: entry.parser, pieces: listPieces(entry) }))))
  const { code, output } = await runProgram('python3', [join(import.meta.dirname, 'read-thoughts.py'), folder, name, ...files])
  return code === 0 ? Results.parse(JSON.parse(await readFile(files[1], 'utf8'))) : output.trim().split('\n').at(-1)
}

/** Compares the expectations of the corpus with the parsers, and prints what differs; returns whether nothing does. */
export async function checkParsers(dataDir: string): Promise<boolean> {
  const entries = readDemoCorpus().replies.filter(({ parser }) => parser !== undefined)
  let isSame = true
  for (const each of packages) {
    const label = `${each.name} ${each.version}`
    const folder = await fetchPackage(each)
    const results = folder ? await readWith(folder, each, entries, dataDir) : 'it cannot be had from the registry of Python'
    if (typeof results !== 'object') {
      console.log(`left out  the parsers of ${label}: ${results}`)
      continue
    }
    let compared = 0
    for (const [index, result] of results.entries()) {
      const entry = entries[index]!
      if ('missing' in result) continue
      if ('error' in result) {
        console.log(`left out  ${label}: ${entry.id}, whose parser does not run here (${result.error})`)
        continue
      }
      compared += 1
      const { text, reasoning = result.reasoning.trim() } = entry.expected
      if (result.text.trim() === text && result.reasoning.trim() === reasoning) continue
      isSame = false
      console.log(`failed  ${label}: ${entry.id}: ${JSON.stringify(result)}`)
    }
    console.log(`${label}: ${compared} of ${entries.length} texts compared`)
  }
  return isSame
}
