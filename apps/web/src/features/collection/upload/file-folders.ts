// The folders that files were chosen or dropped with.

/** Of dropped files, whose own path is empty. */
const dropped = new WeakMap<File, string>()

const takeFolder = (path: string) => path.replace(/^\/+/, '').split('/').slice(0, -1).join('/')

export const keepDroppedPath = (file: File, path: string): void => void dropped.set(file, path)

/** Returns the path of the folder that a file is from; undefined for a file that was chosen by itself. */
export const findFolder = (file: File): string | undefined => takeFolder(dropped.get(file) ?? file.webkitRelativePath) || undefined
