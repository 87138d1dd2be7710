import { Skeleton } from '@mantine/core'
import { IconBuildingOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { usePermission } from '#entities/session/session.queries.ts'
import { AllowedHosts } from '#features/tenants/AllowedHosts.tsx'
import { DeleteTenant } from '#features/tenants/DeleteTenant.tsx'
import { TenantForm } from '#features/tenants/TenantForm.tsx'
import { tenantQueries } from '#features/tenants/tenants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function TenantPage() {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const managesTenants = usePermission('manage_tenants')
  const { data: tenant, error, isPending, refetch } = useQuery(tenantQueries.detail(id))
  const title = tenant ? localized(tenant.name) : t('one')
  usePageTitle(title)

  return (
    <PageFrame title={title} back={managesTenants ? { to: paths.tenants(), label: t('title') } : undefined}>
      {tenant ? (
        <>
          <TenantForm key={tenant.id} tenant={tenant} />
          {managesTenants && (
            <>
              <AllowedHosts tenantId={tenant.id} />
              <DeleteTenant tenant={tenant} onDeleted={() => void navigate(paths.tenants(), { replace: true })} />
            </>
          )}
        </>
      ) : isPending ? (
        <Skeleton height={220} radius="lg" />
      ) : isUnknownEntity(error) ? (
        <EmptyState icon={<IconBuildingOff size={36} stroke={1.4} />} title={t('unknown.title')} hint={t('unknown.hint')} />
      ) : (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  )
}
