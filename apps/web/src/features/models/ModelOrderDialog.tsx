import type { ManagedModel } from '@heddle/contracts/model/model'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#shared/ui/Dialog.tsx'
import classes from './Models.module.css'
import { useReorderModels } from './models.queries.ts'

type ModelOrderDialogProps = { models: readonly ManagedModel[]; onClose: () => void }

/** The models in the order in which users are offered them; each move is saved at once. */
export function ModelOrderDialog({ models, onClose }: ModelOrderDialogProps) {
  const { t } = useTranslation('model')
  const reorder = useReorderModels()

  function handleMove(from: number, to: number) {
    const ids = models.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved !== undefined) reorder.mutate(ids.toSpliced(to, 0, moved))
  }

  return (
    <Dialog isOpen title={t('order.title')} maxWidth={480} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('order.hint')}</Text>
        <Stack component="ol" gap="xs" className={classes.list}>
          {models.map(({ id, name }, index) => (
            <li key={id} className={classes.ordered}>
              <Text size="sm">{name}</Text>
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  aria-label={t('order.up', { name })}
                  disabled={index === 0 || reorder.isPending}
                  onClick={() => handleMove(index, index - 1)}
                >
                  <IconArrowUp size={18} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('order.down', { name })}
                  disabled={index === models.length - 1 || reorder.isPending}
                  onClick={() => handleMove(index, index + 1)}
                >
                  <IconArrowDown size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}
