// Edits of a zip's bytes, for archives that no library writes.

const replaceAll = (archive: Buffer, from: Buffer, to: Buffer): Buffer => {
  const edited = Buffer.from(archive)
  for (let at = edited.indexOf(from); at !== -1; at = edited.indexOf(from, at + 1)) to.copy(edited, at)
  return edited
}

/** Renames an entry to a name of the same length, in its header and in the directory. */
export const renameEntry = (archive: Buffer, from: string, to: string | Buffer): Buffer =>
  replaceAll(archive, Buffer.from(from), typeof to === 'string' ? Buffer.from(to) : to)

const directoryHeader = Buffer.from('PK\u0001\u0002')
const flagsOffset = 8

function editFlags(archive: Buffer, edit: (flags: number) => number): Buffer {
  const edited = Buffer.from(archive)
  for (let at = edited.indexOf(directoryHeader); at !== -1; at = edited.indexOf(directoryHeader, at + 1))
    edited.writeUInt16LE(edit(edited.readUInt16LE(at + flagsOffset)), at + flagsOffset)
  return edited
}

/** Marks the entries as encrypted. */
export const encryptEntries = (archive: Buffer): Buffer => editFlags(archive, (flags) => flags | 0x00_01)

/** Has the names be in an encoding that the archive does not tell. */
export const clearUtf8Flags = (archive: Buffer): Buffer => editFlags(archive, (flags) => flags & ~0x08_00)

/** Has the directory tell another size of an entry than it unpacks to. */
export function declareSize(archive: Buffer, name: string, size: number): Buffer {
  const edited = Buffer.from(archive)
  for (let at = edited.indexOf(directoryHeader); at !== -1; at = edited.indexOf(directoryHeader, at + 1)) {
    const nameEnd = at + 46 + edited.readUInt16LE(at + 28)
    if (edited.toString('utf8', at + 46, nameEnd) === name) edited.writeUInt32LE(size, at + 24)
  }
  return edited
}

const directoryEnd = Buffer.from('PK\u0005\u0006')

/** Has the archive tell another number of entries than it has. */
export function declareEntries(archive: Buffer, count: number): Buffer {
  const edited = Buffer.from(archive)
  const at = edited.lastIndexOf(directoryEnd)
  for (const offset of [8, 10]) edited.writeUInt16LE(count, at + offset)
  return edited
}
