/** Downloads a content as a file. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A download that has started keeps its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
