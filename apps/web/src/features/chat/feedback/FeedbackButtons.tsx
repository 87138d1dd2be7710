import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import type { FeedbackState } from './use-feedback.ts'

export function FeedbackButtons({ feedback: { rating, press, buttonIds } }: { feedback: FeedbackState }) {
  const { t } = useTranslation('chat')
  return (
    <>
      <ActionButton id={buttonIds.good} label={t('feedback.good')} isPressed={rating === 'good'} onClick={() => press('good')}>
        {rating === 'good' ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
      </ActionButton>
      <ActionButton id={buttonIds.bad} label={t('feedback.bad')} isPressed={rating === 'bad'} onClick={() => press('bad')}>
        {rating === 'bad' ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
      </ActionButton>
    </>
  )
}
