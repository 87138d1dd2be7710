import { type SecondFactor, renameSecondFactor } from '@heddle/contracts/auth/second-factor'
import { limits } from '@heddle/contracts/limits'
import { Text, TextInput } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import type { MeDialogProps } from '../PasswordDialog.tsx'
import { useDialog } from '../use-dialog.ts'
import classes from '../AccountList.module.css'
import { useDeleteFactor, useRenameFactor } from './second-factor.queries.ts'

/** `isLast`: the user has no other one. */
type FactorRowProps = { factor: SecondFactor; isLast: boolean }

/** One second factor, to rename or to remove. */
export function FactorRow({ factor, isLast }: FactorRowProps) {
  const { t } = useTranslation('factor')
  const rename = useDialog()
  const remove = useDeleteFactor(factor.id)
  const { name, kind } = factor
  const KindIcon = kind === 'totp' ? IconDeviceMobile : IconFingerprint

  async function handleRemove() {
    const question = {
      title: t('remove.title', { name }),
      message: t(isLast ? 'remove.last' : 'remove.message'),
      confirmLabel: t('remove.action'),
      width: 440,
      danger: true,
      act: () => remove.mutateAsync(undefined),
    }
    if (await confirm(question)) notify({ kind: 'success', message: t('remove.done'), timeout: 1_500 })
  }

  const facts = [
    t('section.added', { time: formatDateTime(parseTime(factor.created_at)) }),
    factor.last_used_at ? t('section.lastUsed', { time: formatDateTime(parseTime(factor.last_used_at)) }) : t('section.neverUsed'),
    factor.is_backed_up && t('passkey.synced'),
    factor.is_of_other_address && t('passkey.otherAddress'),
  ]
  return (
    <li className={classes.row}>
      <KindIcon size={22} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <IconButton icon={IconPencil} hint={t('rename.title')} label={t('rename.label', { name })} onClick={rename.open} />
      <IconButton icon={IconTrash} hint={t('remove.action')} label={t('remove.label', { name })} onClick={() => void handleRemove()} />
      {rename.isMounted && <RenameDialog factor={factor} {...rename.props} />}
    </li>
  )
}

function RenameDialog({ factor, onClose, ...rest }: MeDialogProps & { factor: SecondFactor }) {
  const { t } = useTranslation('factor')
  const rename = useRenameFactor(factor.id)
  const form = useContractForm({
    schema: renameSecondFactor.schema.body,
    initialValues: { name: factor.name },
    onSubmit: async ({ name }) => {
      await rename.mutateAsync(name)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('rename.title')} maxWidth={440} onClose={onClose} {...rest}>
      <TextInput label={t('rename.field')} maxLength={limits.factorNameCharacters} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
