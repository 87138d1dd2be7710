import type { Chat } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Workflow } from '@heddle/contracts/workflow/workflow'
import type { Dispatch, ReactNode, SetStateAction } from 'react'

/** What the next question is asked with, kept while another panel is open. */
export type TestSettings = {
  readonly question: string
  /** The tested version; null for the draft. */
  readonly version: number | null
  /** The version beside it, null for the draft; undefined for none. */
  readonly compared: number | null | undefined
  /** The id of the model; null for the default one. */
  readonly modelId: string | null
  /** Null for the language of the interface. */
  readonly language: Language | null
}

export const defaultTestSettings: TestSettings = { question: '', version: null, compared: undefined, modelId: null, language: null }

type TestFiles = Chat['unsent_files']

type FilesProps = {
  /** Whether the tested workflow reads files. */
  readonly acceptsFiles: boolean
  /** Those that are uploaded. */
  readonly files: TestFiles
  readonly onChange: Dispatch<SetStateAction<TestFiles>>
  readonly children: (parts: { readonly tray: ReactNode; readonly button: ReactNode; readonly problem: string | null }) => ReactNode
}

/** The files of a test's questions: the page has them from the chat. */
export type TestFilesControl = {
  readonly render: (props: FilesProps) => ReactNode
  readonly files: TestFiles
  readonly onChange: Dispatch<SetStateAction<TestFiles>>
}

export type TestPanelProps = {
  workflow: Pick<Workflow, 'id' | 'allow_files' | 'allowed_models' | 'published_version'>
  settings: TestSettings
  onChange: (settings: TestSettings) => void
  files: TestFilesControl
  /** Opens the settings of a node, at a field of it. */
  onOpen: (nodeId: string, field?: string) => void
}
