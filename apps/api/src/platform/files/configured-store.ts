import type { Config } from '@heddle/config/config'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/** Returns the store of the configured bucket, or of the folder when there is none. */
export const createFileStore = ({ files }: Pick<Config, 'files'>): FileStore =>
  files.s3 ? createS3Store(files.s3) : createFolderStore(files.dir)
