import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Composer.module.css'

type SendButtonProps = {
  isGenerating: boolean
  isStopping: boolean
  /** Why there is nothing to send. */
  problem: string | null
  onStop: () => void
}

/** Sends the form that it stands in; while a reply is made, stops that. It is not rendered again with every key. */
export const SendButton = memo(function SendButton({ isGenerating, isStopping, problem, onStop }: SendButtonProps) {
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
    <Tooltip label={problem ?? t('composer.keys')}>
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
