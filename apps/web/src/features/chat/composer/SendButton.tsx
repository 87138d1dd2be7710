import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Composer.module.css'

type SendButtonProps = {
  isGenerating: boolean
  isStopping: boolean
  /** Why the message cannot be sent; null when it can. */
  problem: string | null
  /** The problem is said elsewhere. */
  isExplained: boolean
  onStop: () => void
}

/** Submits its form; stops the reply while one is running. Memoized, so that typing does not render it. */
export const SendButton = memo(function SendButton({ isGenerating, isStopping, problem, isExplained, onStop }: SendButtonProps) {
  const { t } = useTranslation('chat')
  if (isGenerating)
    return (
      <Tooltip label={isStopping ? t('composer.stopping') : t('composer.stop')}>
        <ActionIcon
          className={classes.send}
          variant="default"
          radius="xl"
          size={38}
          loading={isStopping}
          aria-label={t('composer.stop')}
          onClick={onStop}
        >
          <IconPlayerStopFilled size={16} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Tooltip label={problem ?? t('composer.keys')} disabled={isExplained}>
      <ActionIcon
        type="submit"
        className={classes.send}
        variant="filled"
        color="brand"
        radius="xl"
        size={38}
        aria-label={t('composer.send')}
        data-idle={problem !== null || undefined}
      >
        <IconArrowUp size={20} />
      </ActionIcon>
    </Tooltip>
  )
})
