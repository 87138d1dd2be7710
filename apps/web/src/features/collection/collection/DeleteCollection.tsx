import type { Collection } from '@heddle/contracts/collection/collection'
import { Id, LocalizedText } from '@heddle/contracts/wire'
import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { sumSourceStates } from '#entities/collection/source-counts.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useDeleteCollection } from './collection-edit.queries.ts'

const Workflows = z.array(z.object({ id: Id, name: LocalizedText }))

/** Returns the workflows that use the collection, which keep it from being deleted. */
function findWorkflows(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'COLLECTION_IN_USE') return undefined
  return Workflows.safeParse(error.params['workflows']).data
}

export function DeleteCollection({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
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
      {isOpen && <DeleteCollectionDialog collection={collection} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function DeleteCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useTranslation('knowledge')
  const localized = useLocalized()
  const navigate = useNavigate()
  const name = localized(collection.name)
  const remove = useDeleteCollection(collection.id)
  const { data: known = [] } = useQuery(collectionQueries.workflows(collection.id))
  const workflows = findWorkflows(remove.error) ?? known
  const { total } = sumSourceStates(collection.sources)

  function handleDelete() {
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done', { name }) })
        void navigate(paths.collections(), { replace: true })
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
      <Text size="sm">{total > 0 ? t('delete.message', { count: total }) : t('delete.messageEmpty')}</Text>
      {workflows.length > 0 ? (
        <Alert
          color="brand"
          variant="light"
          icon={<IconAlertTriangle />}
          role="alert"
          title={t('delete.used', { count: workflows.length })}
        >
          <List size="sm">
            {workflows.map((workflow) => (
              <List.Item key={workflow.id}>
                <Anchor component={Link} to={paths.workflow(workflow.id)} inherit>
                  {localized(workflow.name)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <ErrorAlert error={remove.error} />
      )}
    </DeleteDialog>
  )
}
