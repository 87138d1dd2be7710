import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe, usePermission } from '#entities/auth/session.queries.ts'
import { CreateTenantDialog } from '#features/tenant/CreateTenantDialog.tsx'
import { TenantTable } from '#features/tenant/TenantTable.tsx'
import { paths } from '#shared/paths.ts'
import { CreateButton } from '#shared/ui/buttons/CreateButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function TenantsPage() {
  const { t } = useTranslation('tenant')
  const navigate = useNavigate()
  const me = useMe()
  const managesTenants = usePermission('manage_tenants')
  usePageTitle(t('title'))

  if (!managesTenants) return <Navigate to={paths.tenant(me.tenant_id)} replace />
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <CreateButton
          label={t('create.button')}
          renderDialog={(onClose) => (
            <CreateTenantDialog onCreated={(tenant) => void navigate(paths.tenant(tenant.id))} onClose={onClose} />
          )}
        />
      }
    >
      <TenantTable />
    </PageFrame>
  )
}
