import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { usePermission } from '#entities/session/session.queries.ts'
import { CreateGroupDialog } from '#features/groups/CreateGroupDialog.tsx'
import { GroupList } from '#features/groups/GroupList.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function GroupsPage() {
  const { t } = useTranslation('group')
  const navigate = useNavigate()
  const mayCreate = usePermission('manage_groups')
  const [isCreating, setIsCreating] = useState(false)
  usePageTitle(t('title'))

  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={mayCreate ? t('hint') : t('hintOwn')}
      aside={
        mayCreate && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
            {t('create.open')}
          </Button>
        )
      }
    >
      <GroupList />
      {isCreating && <CreateGroupDialog onClose={() => setIsCreating(false)} onCreated={(group) => void navigate(paths.group(group.id))} />}
    </PageFrame>
  )
}
