import type { LocalizedText } from '@heddle/contracts/wire'
import { Dataset } from '@heddle/contracts/dataset/dataset'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { OrderedList } from '#shared/ui/OrderedList.tsx'
import { useUpdateDefinition } from './definition.queries.ts'

const OrderBody = z.object({ revision: z.int(), order: z.array(z.string()) })

type Part = { readonly id: string; readonly name: LocalizedText }

/** Returns the parts in an order of ids; one that is not among them was added meanwhile, and comes last. */
function sortParts<P extends Part>(parts: readonly P[], order: readonly string[]): P[] {
  const rank = ({ id }: Part) => (order.includes(id) ? order.indexOf(id) : order.length)
  return parts.toSorted((a, b) => rank(a) - rank(b))
}

type OrderDialogProps = { dataset: Dataset; part: 'columns' | 'measures'; onClose: () => void }

/** The columns or measures in the order in which they are shown. Mount a new one for each opening. */
export function OrderDialog({ dataset, part, onClose }: OrderDialogProps) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const { update } = useUpdateDefinition(dataset)
  const [isDragging, setIsDragging] = useState(false)
  const parts: readonly Part[] = dataset[part]
  const toValues = (latest: Dataset) => ({ revision: latest.revision, order: latest[part].map(({ id }) => id) })
  const form = useContractForm({
    schema: OrderBody,
    initialValues: toValues(dataset),
    revised: { entity: Dataset, toValues },
    onSubmit: async ({ revision, order }) => {
      await update(
        (latest) => (part === 'columns' ? { columns: sortParts(latest.columns, order) } : { measures: sortParts(latest.measures, order) }),
        {
          revision,
        },
      )
      onClose()
    },
  })
  const formatNames = (value: unknown) =>
    (value as readonly string[]).map((id) => localized(parts.find((each) => each.id === id)?.name ?? { default: id })).join(' · ')
  return (
    <>
      <FormDialog form={form} isOpen isPersistent={isDragging} title={t(`order.${part}`)} maxWidth={480} onClose={onClose}>
        <Text size="sm">{t('order.hint')}</Text>
        <OrderedList
          items={sortParts(parts, form.values.order).map(({ id, name }) => ({ id, name: localized(name) }))}
          instructions={t('order.instructions')}
          onOrder={(ids) => form.setFieldValue('order', ids)}
          onDragging={setIsDragging}
        />
      </FormDialog>
      <ConflictDialog conflict={form.conflict} labels={{ order: t(`order.${part}`) }} format={(_path, value) => formatNames(value)} />
    </>
  )
}
