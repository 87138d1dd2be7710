import type { Language } from '@heddle/contracts/languages'
import type { Workflow } from '@heddle/contracts/workflow/workflow'

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

export type TestPanelProps = {
  workflow: Pick<Workflow, 'id' | 'allowed_models' | 'published_version'>
  settings: TestSettings
  onChange: (settings: TestSettings) => void
  /** Opens the settings of a node, at a field of it. */
  onOpen: (nodeId: string, field?: string) => void
}
