import type { User } from '@heddle/contracts/user/user'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '#entities/auth/session.queries.ts'
import { paths } from '#shared/paths.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { StatusBadge } from '../badges.tsx'
import { useChangeStatus } from '../use-change-status.ts'
import { RoleSelect } from './RoleSelect.tsx'
import { useReason } from './reasons.ts'

/** The role and the status of a user, and a link to the account's audit log. */
export function AccessSection({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const reason = useReason(user)
  const { changeStatus, isChanging } = useChangeStatus()
  const readsAudit = usePermission('read_audit')
  const isActive = user.status === 'active'

  return (
    <Section title={t('detail.access')}>
      <Stack gap="lg">
        <RoleSelect user={user} reason={reason('change_role')} />
        <Group justify="space-between" gap="sm">
          <div>
            <Text size="sm" fw={550} mb={4}>
              {t('field.status')}
            </Text>
            <StatusBadge status={user.status} />
          </div>
          <ReasonedButton
            variant="default"
            loading={isChanging}
            reason={reason('change_status')}
            onClick={() => void changeStatus([user], isActive ? 'disabled' : 'active')}
          >
            {t(isActive ? 'disable.action' : 'enable.action')}
          </ReasonedButton>
        </Group>
        {readsAudit && (
          <div>
            <Button
              component={Link}
              to={paths.audit({ targetId: user.id })}
              variant="subtle"
              size="compact-sm"
              ml={-8}
              leftSection={<IconHistory size={16} aria-hidden />}
            >
              {t('detail.audit')}
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}
