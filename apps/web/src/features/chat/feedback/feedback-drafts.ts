// Forms for the reason of a bad rating that are open and not submitted, by message: a row of a long chat that leaves the view takes
// its form away, but not what was said in it.

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
