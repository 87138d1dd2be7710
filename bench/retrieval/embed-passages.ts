// `node bench/retrieval/embed-passages.ts PASSAGES URL MODEL OUT`: embeds the lines of a file by an OpenAI-compatible endpoint, whose address
// ends in `/v1`, into a file of float32 for `VECTORS=OUT pnpm bench retrieval`. Goes on where the last run ended.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { encodeVector, toUnitVectors } from '@heddle/retrieval/vectors'

const batch = 16

const [passagesPath = '', url = '', model = '', out = ''] = process.argv.slice(2)
const passages = readFileSync(passagesPath, 'utf8').trim().split('\n')
let dimensions: number | null = null

async function embed(input: readonly string[]): Promise<Float32Array[]> {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, input, encoding_format: 'float' }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] }
  const embeddings = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  return toUnitVectors(embeddings, { count: input.length, dimensions })
}

const [first] = await embed(passages.slice(0, 1))
dimensions = first?.length ?? null
const done = existsSync(out) && first ? statSync(out).size / (first.length * 4) : 0
for (let from = done; from < passages.length; from += batch) {
  const vectors = await embed(passages.slice(from, from + batch))
  await appendFile(out, Buffer.concat(vectors.map(encodeVector)))
}
