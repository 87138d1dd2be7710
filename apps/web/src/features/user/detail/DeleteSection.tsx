import type { User } from '@heddle/contracts/user/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { DeleteUserDialog } from '../DeleteUserDialog.tsx'
import { useReason } from './reasons.ts'

export function DeleteSection({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const reason = useReason(user)
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title={t('delete.action')}
      hint={t('delete.final')}
      aside={
        <ReasonedButton color="red" variant="light" reason={reason('delete')} onClick={() => setIsOpen(true)}>
          {t('delete.action')}
        </ReasonedButton>
      }
    >
      {isOpen && <DeleteUserDialog user={user} onClose={() => setIsOpen(false)} onDeleted={() => void navigate(paths.users())} />}
    </Section>
  )
}
