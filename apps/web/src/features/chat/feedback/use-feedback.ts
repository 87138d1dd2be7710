import type { FeedbackRating, Message } from '@heddle/contracts/message/message'
import { useId, useState } from 'react'
import { dropFeedbackDraft, type FeedbackDraft, keepFeedbackDraft, readFeedbackDraft } from './feedback-drafts.ts'
import { type FeedbackInput, useGiveFeedback, useRemoveFeedback } from './feedback.queries.ts'

/** What is shown below a reply: the form for the reason, or the acknowledgment. */
type Stage = 'none' | 'asking' | 'thanked'

export type FeedbackState = {
  /** The chosen rating, also while it is being saved. */
  rating: FeedbackRating | null
  stage: Stage
  /** Whether an administrator has dealt with the feedback since. */
  isDealtWith: boolean
  /** The initial values of the form. */
  draft: FeedbackDraft
  keepDraft: (draft: FeedbackDraft) => void
  /** Whether the form was just opened; one that is only mounted again does not take the focus. */
  takesFocus: boolean
  /** The reason is being saved. */
  isSubmitting: boolean
  hasFailed: boolean
  /** The ids of the two buttons, which get the focus back when the form closes. */
  buttonIds: Record<FeedbackRating, string>
  /** Chooses a rating, or removes it when it is already chosen. */
  press: (rating: FeedbackRating) => void
  submit: (reason: Omit<FeedbackInput, 'rating'>) => void
  ask: () => void
  closeForm: () => void
  removeRating: () => void
}

/** Sends a rating immediately, so that a bad one counts without a reason; then asks for the reason. */
export function useFeedback(chatId: string, message: Message): FeedbackState {
  const [stage, setStage] = useState<Stage>(() => (readFeedbackDraft(message.id) ? 'asking' : 'none'))
  const [takesFocus, setTakesFocus] = useState(false)
  const give = useGiveFeedback(chatId, message)
  const remove = useRemoveFeedback(chatId, message)
  const isSaving = give.isPending || remove.isPending
  const confirmed = message.feedback?.rating ?? null
  const rating = give.isPending ? give.variables.rating : remove.isPending ? null : confirmed

  const draft = readFeedbackDraft(message.id) ?? {
    chosen: [],
    words: message.feedback?.reason ?? '',
    includes: message.feedback?.include_conversation ?? false,
  }

  const id = useId()
  const buttonIds = { good: `${id}-good`, bad: `${id}-bad` }
  const focus = (button: FeedbackRating) => document.getElementById(buttonIds[button])?.focus()

  function removeRating() {
    if (rating) focus(rating)
    dropFeedbackDraft(message.id)
    setStage('none')
    give.reset()
    remove.mutate()
  }

  function press(pressed: FeedbackRating) {
    if (isSaving) return
    if (pressed === rating) return removeRating()
    remove.reset()
    if (pressed === 'bad') ask()
    else endForm('none')
    give.mutate({ rating: pressed }, { onSuccess: () => pressed === 'good' && setStage('thanked') })
  }

  function ask() {
    keepFeedbackDraft(message.id, draft)
    setTakesFocus(true)
    setStage('asking')
  }

  function submit(reason: Omit<FeedbackInput, 'rating'>) {
    give.mutate(
      { ...reason, rating: 'bad' },
      {
        onSuccess: () => {
          endForm('thanked')
          focus('bad')
        },
      },
    )
  }

  function endForm(next: Stage) {
    dropFeedbackDraft(message.id)
    setStage(next)
  }

  return {
    rating,
    stage,
    isDealtWith: !isSaving && (message.feedback?.is_dealt_with ?? false),
    draft,
    keepDraft: (next) => keepFeedbackDraft(message.id, next),
    takesFocus,
    isSubmitting: give.isPending && give.variables.include_conversation !== undefined,
    hasFailed: give.isError || remove.isError,
    press,
    submit,
    ask,
    closeForm: () => {
      endForm('none')
      focus('bad')
    },
    buttonIds,
    removeRating,
  }
}
