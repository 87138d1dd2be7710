// Opens a file of Office: a zip whose parts refer to each other. Only the parts that are read are unpacked, in a stream and within a limit,
// because neither the sizes nor the number of entries that an archive declares can be trusted.
import { limits } from '@heddle/contracts/limits'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { DocumentRefusal } from '../refusal.ts'
import { readRootName, readTrees, type TreeOptions, type XmlElement } from './xml.ts'

export type OfficeKind = 'docx' | 'pptx' | 'xlsx'

const mainParts: Readonly<Record<OfficeKind, { readonly root: string; readonly usual: RegExp }>> = {
  docx: { root: 'w:document', usual: /^word\/document\d*\.xml$/ },
  pptx: { root: 'p:presentation', usual: /^ppt\/presentation\d*\.xml$/ },
  xlsx: { root: 'x:workbook', usual: /^xl\/workbook\d*\.xml$/ },
}

export type Relationship = {
  /** The last segment of its type: `footnotes`. */
  readonly type: string
  /** The name of a part, or an address outside the file. */
  readonly target: string
  readonly isExternal: boolean
}

/** Returns the parts of a type that a part refers to. */
export const findRelationshipTargets = (relationships: ReadonlyMap<string, Relationship>, type: string): string[] =>
  [...relationships.values()].filter((relationship) => relationship.type === type && !relationship.isExternal).map(({ target }) => target)

const archiveMagic = Buffer.from('PK\u0003\u0004')
const compoundFileMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream that contains a password-protected document. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

const startsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)

/** Names are decoded and judged here: a backslash or a leading slash does not make a file unreadable. */
const zipOptions = { lazyEntries: true, autoClose: false, validateEntrySizes: false, decodeStrings: false } as const

/** Parts are found without regard to case, slashes and escapes. */
function toKey(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '')
  return (path.includes('%') ? decodeName(path) : path).toLowerCase()
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Resolves the target of a relationship against the part that has it. */
function resolveTarget(part: string, target: string): string {
  const segments = target.startsWith('/') || target.startsWith('\\') ? [] : part.split('/').slice(0, -1)
  for (const segment of toKey(target).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

/** Bytes, as names are not decoded by the library. */
const readName = ({ fileName }: { readonly fileName: string | Buffer }): string => fileName.toString()

async function listEntries(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > limits.archive.entries) throw new DocumentRefusal('FILE_UNPACKS_TOO_LARGE')
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    const key = toKey(readName(entry))
    if (!entries.has(key)) entries.set(key, entry)
  }
  return entries
}

const asRefusal = (error: unknown) => (error instanceof DocumentRefusal ? error : new DocumentRefusal('FILE_UNREADABLE', error))

const directoryEnd = Buffer.from('PK\u0005\u0006')
/** Of the record at the end of an archive, without its comment, whose length is its last two bytes. */
const directoryEndBytes = 22

/** Leaves out what is behind an archive, such as the line end that a form or a mail has added: the library takes it for damage. */
function cutBehind(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(directoryEnd) + directoryEndBytes
  return end < directoryEndBytes || end > bytes.length ? bytes : bytes.subarray(0, end + bytes.readUInt16LE(end - 2))
}

/** What may still be unpacked of a file, those within it included. */
export type Budget = { bytes: number }

async function* unpack(archive: ZipFile, entry: Entry, budget: Budget): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new DocumentRefusal('FILE_ENCRYPTED')
  // What it admits is refused before it is inflated.
  if (entry.uncompressedSize > budget.bytes) throw new DocumentRefusal('FILE_UNPACKS_TOO_LARGE')
  const content: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry)
  for await (const chunk of content) {
    budget.bytes -= chunk.length
    if (budget.bytes < 0) throw new DocumentRefusal('FILE_UNPACKS_TOO_LARGE')
    yield chunk
  }
}

const encodings: readonly (readonly [start: string, encoding: string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  ['3c00', 'utf-16le'],
  ['003c', 'utf-16be'],
]

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodings.find(([start]) => chunk.subarray(0, 2).toString('hex') === start)?.[1] ?? 'utf-8')
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

export type OfficePackage = Awaited<ReturnType<typeof openPackage>>

async function openPackage(bytes: Buffer, budget: Budget) {
  const archive = await yauzl.fromBufferPromise(cutBehind(bytes), zipOptions)
  const entries = await listEntries(archive)
  const cut: string[] = []

  async function* readXml(part: string, options?: TreeOptions): AsyncGenerator<XmlElement> {
    const entry = entries.get(toKey(part))
    if (!entry) return
    try {
      if (!(yield* readTrees(decode(unpack(archive, entry, budget)), options))) cut.push(part)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async function readTree(part: string, options?: TreeOptions): Promise<XmlElement | undefined> {
    for await (const tree of readXml(part, options)) return tree
    return undefined
  }

  async function readRelationships(part: string): Promise<Map<string, Relationship>> {
    const slash = part.lastIndexOf('/') + 1
    const relationships = new Map<string, Relationship>()
    for await (const { attributes } of readXml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, relationshipOptions)) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes
      const isExternal = TargetMode === 'External'
      const target = isExternal ? Target : resolveTarget(part, Target)
      relationships.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
    }
    return relationships
  }

  return {
    names: [...entries.keys()],
    has: (part: string) => entries.has(toKey(part)),
    /** The parts that ended before their root did. */
    cut,
    /** Yields the wanted elements of a part; none of one that the file does not have. */
    readXml,
    /** Returns the first wanted element of a part. */
    readTree,
    async readRoot(part: string): Promise<string | undefined> {
      const entry = entries.get(toKey(part))
      return entry && readRootName(decode(unpack(archive, entry, budget)))
    },
    /** Returns the relationships of a part by their ids; those of the file for the empty name. */
    readRelationships,
    async readBytes(part: string): Promise<Buffer> {
      const entry = entries.get(toKey(part))
      const chunks: Buffer[] = []
      if (entry) for await (const chunk of unpack(archive, entry, budget)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}

const relationshipOptions: TreeOptions = { wanted: new Set(['rel:Relationship']) }

/** The parts that may be the main one: that of the relationships first, as some writers name it freely. */
async function listMainParts(opened: OfficePackage, kind: OfficeKind): Promise<string[]> {
  const related = [...(await opened.readRelationships('')).values()].filter(({ type }) => type === 'officeDocument')
  return [...related.map(({ target }) => target), ...opened.names.filter((name) => mainParts[kind].usual.test(name))].filter(opened.has)
}

async function findMainPart(opened: OfficePackage, kind: OfficeKind): Promise<string> {
  for (const part of await listMainParts(opened, kind)) {
    if ((await opened.readRoot(part)) === mainParts[kind].root) return part
  }
  throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
}

/**
 * Opens a file of the kind and finds its main part. Throws `FILE_ENCRYPTED`, `FILE_CONTENT_MISMATCH`, `FILE_UNREADABLE` for a damaged
 * archive, and, also while parts are read, `FILE_UNPACKS_TOO_LARGE`.
 */
export async function openOffice(bytes: Buffer, kind: OfficeKind, budget: Budget = { bytes: limits.archive.bytes }) {
  if (startsWith(bytes, compoundFileMagic))
    throw new DocumentRefusal(bytes.includes(encryptedPackage) ? 'FILE_ENCRYPTED' : 'FILE_CONTENT_MISMATCH')
  if (!startsWith(bytes, archiveMagic)) throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
  try {
    const opened = await openPackage(bytes, budget)
    return { ...opened, main: await findMainPart(opened, kind), budget }
  } catch (error) {
    throw asRefusal(error)
  }
}
