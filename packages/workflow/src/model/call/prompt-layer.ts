// What a layer of a prompt is, for those who read what went along with a call.

/**
 * The user prompt, the personal instructions of the person and of the folders, earlier messages, and passages of the chat's files and of
 * knowledge collections.
 */
type LayerName = 'expert' | 'person' | 'folder' | 'history' | 'files' | 'passages'

/** `title` names the file, source, folder or part that it is of; null for none, and for a result over a dataset. */
export type LayerText = { readonly title: string | null; readonly text: string; readonly isCut?: boolean }

export type PromptLayer = {
  readonly name: LayerName
  /** Returns the most tokens that it may have in the prompt. */
  readonly countBudget: () => number
  /** The texts of it that went along. */
  readonly texts: readonly LayerText[]
}
