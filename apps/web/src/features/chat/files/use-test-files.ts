import type { Chat } from '@heddle/contracts/chat/chat'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { AttachmentStore } from './attachments.ts'
import { uploadTestFile } from './upload-file.ts'
import { type Attachments, useFileChoice } from './use-attachments.ts'

export type TestFiles = Chat['unsent_files']

type TestFilesOptions = {
  /** Those that are uploaded; they go with each question until they are removed. */
  readonly files: TestFiles
  readonly onChange: Dispatch<SetStateAction<TestFiles>>
  readonly acceptsFiles: boolean | null
}

/** Returns the files of the questions of a test. The service removes them after a day. */
export function useTestFiles({ files, onChange, acceptsFiles }: TestFilesOptions): Attachments {
  const [store] = useState(() => new AttachmentStore())
  useEffect(() => () => store.clear(), [store])
  const upload = useCallback(() => void store.upload(uploadTestFile, (file) => onChange((known) => [...known, file])), [store, onChange])
  const deleteFiles = (ids: readonly string[]) => onChange((known) => known.filter(({ id }) => !ids.includes(id)))
  return useFileChoice({ store, files, upload, deleteFiles, acceptsFiles })
}
