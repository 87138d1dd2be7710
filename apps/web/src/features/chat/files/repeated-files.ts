// Finds files whose content is attached already, whatever they are called. Browsers hash only over HTTPS, so bytes are compared; most
// files differ in their size.

type Attached = { readonly size: number; readonly read: () => Promise<Blob> }

/** Whether any file has the size of another one. Without one, what is chosen is attached at once. */
export function mayRepeat(files: readonly File[], attached: readonly Attached[]): boolean {
  const sizes = [...attached, ...files].map(({ size }) => size)
  return new Set(sizes).size < sizes.length
}

/** Splits chosen files into those that are new and those of which the same content is attached, or chosen before them. */
export async function splitRepeated(files: readonly File[], attached: readonly Attached[]): Promise<{ fresh: File[]; repeated: File[] }> {
  const fresh: File[] = []
  const repeated: File[] = []
  for (const file of files) {
    const known = [...attached, ...fresh.map((other) => ({ size: other.size, read: async () => other }))]
    if (await hasEqual(file, known)) repeated.push(file)
    else fresh.push(file)
  }
  return { fresh, repeated }
}

async function hasEqual(file: File, attached: readonly Attached[]): Promise<boolean> {
  const ofSameSize = attached.filter(({ size }) => size === file.size)
  for (const { read } of ofSameSize) {
    // What cannot be read again may be another file.
    const other = await read().catch(() => null)
    if (other && (await isEqual(file, other))) return true
  }
  return false
}

async function isEqual(one: Blob, other: Blob): Promise<boolean> {
  const [bytes, others] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const [left, right] = [new Uint8Array(bytes), new Uint8Array(others)]
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
