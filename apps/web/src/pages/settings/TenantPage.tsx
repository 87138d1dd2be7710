import { Button } from '@mantine/core'
import { IconBuildingOff, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { usePermission } from '#entities/auth/session.queries.ts'
import { AllowedHosts } from '#features/tenant/AllowedHosts.tsx'
import { DeleteTenant } from '#features/tenant/DeleteTenant.tsx'
import { TenantForm } from '#features/tenant/TenantForm.tsx'
import { tenantQueries } from '#features/tenant/tenants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function TenantPage() {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const managesTenants = usePermission('manage_tenants')
  const query = useQuery(tenantQueries.detail(id))
  const { data: tenant } = query
  const title = tenant ? localized(tenant.name) : t('one')
  usePageTitle(title)

  return (
    <PageFrame
      title={title}
      aside={
        tenant && (
          <Button component={Link} to={paths.tenantUsage(id)} variant="default" leftSection={<IconChartBar size={18} aria-hidden />}>
            {t('usage')}
          </Button>
        )
      }
      back={managesTenants ? { to: paths.tenants(), label: t('title') } : undefined}
    >
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
      ) : (
        <MissingEntity query={query} height={220} icon={IconBuildingOff} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}
