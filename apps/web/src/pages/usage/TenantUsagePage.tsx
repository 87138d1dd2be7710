import { IconBuildingOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { tenantQueries } from '#features/tenant/tenants.queries.ts'
import { InstituteUsage } from '#features/usage/InstituteUsage.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** The usage of a tenant: of any for super users, of the own one for administrators. */
export function TenantUsagePage() {
  const { t } = useTranslation('usage')
  const { t: words } = useTranslation('tenant')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const query = useQuery(tenantQueries.detail(id))
  const { data: tenant } = query
  const name = tenant ? localized(tenant.name) : words('one')
  usePageTitle(t('summary.title'))

  return (
    <PageFrame isWide title={t('summary.title')} hint={name} back={tenant && { to: paths.tenant(id), label: name }}>
      {tenant ? (
        <InstituteUsage timeZone={tenant.time_zone} tenantId={tenant.id} />
      ) : (
        <MissingEntity
          query={query}
          height={420}
          icon={IconBuildingOff}
          unknown={{ title: words('unknown.title'), hint: words('unknown.hint') }}
        />
      )}
    </PageFrame>
  )
}
