import { type Group, GroupAssets } from '@heddle/contracts/group/group'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { AssetLists } from './Assets.tsx'
import { oneGroupQueries, useDeleteGroup } from './groups.queries.ts'

export function DeleteGroup({ group }: { group: Group }) {
  const { t } = useTranslation('group')
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
      {isOpen && <DeleteGroupDialog group={group} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

/** Returns the assets that block the deletion; there may be more than when the dialog opened. */
function findBlockingAssets(error: unknown): GroupAssets | undefined {
  if (!(error instanceof ApiError) || error.code !== 'AUTH_GROUP_FAILED_TO_DELETE') return undefined
  return GroupAssets.safeParse(error.params['assets']).data
}

function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('group')
  const name = useLocalized()(group.name)
  const navigate = useNavigate()
  const [moveTo, setMoveTo] = useState<string | null>(null)
  const remove = useDeleteGroup(group.id)
  const known = useQuery(oneGroupQueries.assets(group.id))
  const inTheWay = findBlockingAssets(remove.error)
  const assets = inTheWay ?? known.data
  const mustMove = assets !== undefined && Object.values(assets).some(({ count }) => count > 0)

  function handleDelete() {
    remove.mutate(moveTo ?? undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done', { name }) })
        void navigate(paths.groups())
      },
    })
  }

  return (
    <DeleteDialog
      title={t('delete.title', { name })}
      deleteLabel={mustMove ? t('delete.moveAndDelete') : t('delete.action')}
      isDeleting={remove.isPending}
      isBlocked={known.isPending || (mustMove && moveTo === null)}
      onDelete={handleDelete}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.message', { count: group.member_count })}</Text>
      {mustMove && (
        <>
          <Alert color="brand" variant="light" icon={<IconAlertTriangle />} title={t('delete.owns')}>
            <AssetLists assets={assets} />
          </Alert>
          <GroupSelect
            label={t('delete.moveTo')}
            description={t('delete.moveToHint')}
            placeholder={t('delete.choose')}
            required
            value={moveTo}
            without={[group.id]}
            onChange={(chosen) => setMoveTo(chosen?.id ?? null)}
          />
        </>
      )}
      {!(inTheWay && moveTo === null) && <ErrorAlert error={remove.error} />}
    </DeleteDialog>
  )
}
