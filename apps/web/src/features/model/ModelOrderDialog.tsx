import type { ManagedModel } from '@heddle/contracts/model/model'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { OrderedList } from '#shared/ui/OrderedList.tsx'
import { useReorderModels } from './models.queries.ts'

type ModelOrderDialogProps = { models: readonly ManagedModel[]; onClose: () => void }

/** The models in the order in which users are offered them, by dragging or by buttons; each move is saved at once. */
export function ModelOrderDialog({ models, onClose }: ModelOrderDialogProps) {
  const { t } = useTranslation('model')
  const reorder = useReorderModels()
  const [isDragging, setIsDragging] = useState(false)
  const ids = reorder.isPending ? reorder.variables : models.map(({ id }) => id)
  const shown = ids.flatMap((id) => models.find((model) => model.id === id) ?? [])

  return (
    <Dialog isOpen title={t('order.title')} maxWidth={480} persistent={isDragging} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('order.hint')}</Text>
        <OrderedList items={shown} instructions={t('order.instructions')} onOrder={reorder.mutate} onDragging={setIsDragging} />
      </Stack>
    </Dialog>
  )
}
