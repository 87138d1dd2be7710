import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useDeleteTenant } from './tenants.queries.ts'

const uses = ['users', 'users_in_retention', 'assistants', 'workflows'] as const

/** Returns the counts of what still uses the tenant, from the service's error. */
function countUses(error: unknown) {
  if (!(error instanceof ApiError)) return []
  return uses.flatMap((use) => {
    const count = error.params[use]
    return typeof count === 'number' && count > 0 ? [[use, count] as const] : []
  })
}

/** Deletes a tenant, or shows what still uses it. */
export function DeleteTenant({ tenant, onDeleted }: { tenant: Tenant; onDeleted: () => void }) {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const remove = useDeleteTenant(tenant.id)
  const inTheWay = countUses(remove.error)

  async function handleDelete() {
    const name = localized(tenant.name)
    const question = {
      title: t('delete.question', { name }),
      message: t('delete.warning'),
      confirmLabel: t('delete.button'),
      width: 420,
      danger: true,
    }
    if (!(await confirm(question))) return
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done', { name }) })
        onDeleted()
      },
    })
  }

  return (
    <Section
      title={t('delete.title')}
      hint={tenant.abilities.delete ? t('delete.hint') : t('delete.own')}
      aside={
        <ReasonedButton
          color="red"
          variant="light"
          reason={tenant.abilities.delete ? null : t('delete.own')}
          loading={remove.isPending}
          onClick={() => void handleDelete()}
        >
          {t('delete.button')}
        </ReasonedButton>
      }
    >
      {tenant.abilities.delete && (
        <Stack gap="sm" align="start">
          <Text size="sm">{t('delete.now', { users: tenant.user_count, groups: tenant.group_count })}</Text>
          <ErrorAlert error={remove.error} />
          {inTheWay.length > 0 && (
            <div>
              <Text size="sm" fw={550}>
                {t('delete.inTheWay')}
              </Text>
              <List size="sm">
                {inTheWay.map(([use, count]) => (
                  <List.Item key={use}>{t(`delete.use.${use}`, { count })}</List.Item>
                ))}
              </List>
            </div>
          )}
        </Stack>
      )}
    </Section>
  )
}
