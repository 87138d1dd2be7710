import type { FeedbackRating, Message } from '@heddle/contracts/message'
import { useId, useState } from 'react'
import { dropFeedbackDraft, type FeedbackDraft, keepFeedbackDraft, readFeedbackDraft } from './feedback-drafts.ts'
import { type GivenFeedback, useGiveFeedback, useRemoveFeedback } from './feedback.queries.ts'

/** What is asked or said below a reply: the form for the reason, or the thank-you. */
type Stage = 'none' | 'asking' | 'thanked'

export type Feedback = {
  /** What is chosen, also while the service is being told. */
  rating: FeedbackRating | null
  stage: Stage
  /** What the form begins with. */
  draft: FeedbackDraft
  keepDraft: (draft: FeedbackDraft) => void
  /** The form was asked for just now; one that only came back into view leaves the focus where it is. */
  takesFocus: boolean
  /** The reason is on its way. */
  isSubmitting: boolean
  hasFailed: boolean
  /** Of the two buttons; the focus goes back to them when what is below has gone. */
  buttonIds: Record<FeedbackRating, string>
  /** Chooses good or bad, or takes it back when it is chosen already. */
  press: (rating: FeedbackRating) => void
  submit: (reason: Omit<GivenFeedback, 'rating'>) => void
  ask: () => void
  closeForm: () => void
  removeRating: () => void
}

/** Sends the rating at once, bad too, so that it counts without a reason; then asks for the reason. */
export function useFeedback(chatId: string, message: Message): Feedback {
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

  function submit(reason: Omit<GivenFeedback, 'rating'>) {
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
