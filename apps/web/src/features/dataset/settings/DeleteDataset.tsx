import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Id, LocalizedText } from '@heddle/contracts/wire'
import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useDeleteDataset } from '../dataset-edit.queries.ts'

const Users = z.array(z.object({ id: Id, name: LocalizedText }))
const Uses = z.object({ datasets: Users, workflows: Users })

/** Returns the datasets and workflows that keep a dataset from being deleted. */
function findUses(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'DATASET_IN_USE') return undefined
  return Uses.safeParse(error.params).data
}

export function DeleteDataset({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title={t('delete.action')}
      hint={t('delete.hint')}
      aside={
        <Button color="red" variant="light" onClick={() => setIsOpen(true)}>
          {t('delete.action')}
        </Button>
      }
    >
      {isOpen && <DeleteDatasetDialog dataset={dataset} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function DeleteDatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const navigate = useNavigate()
  const name = localized(dataset.name)
  const { row_count: count } = dataset
  const remove = useDeleteDataset(dataset.id)
  const uses = findUses(remove.error)

  function handleDelete() {
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done', { name }) })
        void navigate(paths.datasets(), { replace: true })
      },
    })
  }

  return (
    <DeleteDialog
      title={t('delete.title', { name })}
      deleteLabel={t('delete.action')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.message', { count, amount: count.toLocaleString(tag) })}</Text>
      {uses ? (
        <Alert color="brand" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert" title={t('delete.used')}>
          <UseList title={t('delete.workflows')} uses={uses.workflows} toPath={paths.workflow} />
          <UseList title={t('delete.datasets')} uses={uses.datasets} toPath={(id) => paths.dataset(id, { tab: 'columns' })} />
        </Alert>
      ) : (
        <ErrorAlert error={remove.error} />
      )}
    </DeleteDialog>
  )
}

type UseListProps = { title: string; uses: z.output<typeof Users>; toPath: (id: string) => string }

function UseList({ title, uses, toPath }: UseListProps) {
  const localized = useLocalized()
  if (uses.length === 0) return null
  return (
    <>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {uses.map(({ id, name }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={toPath(id)} inherit>
              {localized(name)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}
