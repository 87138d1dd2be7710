// Unsubmitted reasons of bad ratings, by message: they outlive the rows of a long chat, which are unmounted outside the viewport.

export const quickReasons = ['incorrect', 'unhelpful', 'language', 'sources'] as const

export type FeedbackDraft = {
  readonly chosen: readonly (typeof quickReasons)[number][]
  readonly words: string
  readonly includes: boolean
}

const drafts = new Map<string, FeedbackDraft>()

export const readFeedbackDraft = (messageId: string): FeedbackDraft | null => drafts.get(messageId) ?? null

export function keepFeedbackDraft(messageId: string, draft: FeedbackDraft): void {
  drafts.set(messageId, draft)
}

export function dropFeedbackDraft(messageId: string): void {
  drafts.delete(messageId)
}
