import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { usePermission } from '#entities/auth/session.queries.ts'
import { CreateGroupDialog } from '#features/group/CreateGroupDialog.tsx'
import { GroupList } from '#features/group/GroupList.tsx'
import { paths } from '#shared/paths.ts'
import { CreateButton } from '#shared/ui/buttons/CreateButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function GroupsPage() {
  const { t } = useTranslation('group')
  const navigate = useNavigate()
  const mayCreate = usePermission('manage_groups')
  usePageTitle(t('title'))

  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={mayCreate ? t('hint') : t('hintOwn')}
      aside={
        mayCreate && (
          <CreateButton
            label={t('create.open')}
            renderDialog={(onClose) => <CreateGroupDialog onClose={onClose} onCreated={(group) => void navigate(paths.group(group.id))} />}
          />
        )
      }
    >
      <GroupList />
    </PageFrame>
  )
}
