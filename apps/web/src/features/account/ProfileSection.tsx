import { Anchor, Avatar, Badge, Button, Group, Text } from '@mantine/core'
import { languageNames } from '@heddle/contracts/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { findFirstLetter } from '#shared/ui/first-letter.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import classes from './ProfileSection.module.css'
import { useDialog } from './use-dialog.ts'

/** The user's own profile. */
export function ProfileSection() {
  const { t } = useTranslation('settings')
  const { t: tCommon } = useTranslation()
  const { t: tShell } = useTranslation('shell')
  const localized = useLocalized()
  const listText = useListText()
  const providerName = useProviderName()
  const me = useMe()
  const edit = useDialog()
  const email = useDialog()
  const [groupsShown, setGroupsShown] = useState(fewGroups)
  const name = localized(me.name) || tCommon('unknownUser')
  const [provider] = me.providers
  const emailReason = me.abilities.change_email
    ? null
    : provider === undefined
      ? t('email.notAllowed')
      : t('external.email', { provider: providerName(provider) })

  return (
    <Section
      title={t('profile.title')}
      aside={
        <Button variant="default" size="sm" onClick={edit.open}>
          {tCommon('edit')}
        </Button>
      }
    >
      <Group gap="md" wrap="nowrap" mb="lg">
        <Avatar size={56} radius="50%" color="brand" aria-hidden>
          {findFirstLetter(name)}
        </Avatar>
        <div className={classes.person}>
          <Text fw={650} size="lg" lineClamp={2}>
            {name}
          </Text>
          <Badge variant="light" color="gray" tt="none" fw={550} mt={2}>
            {tShell(`account.role.${me.role}`)}
          </Badge>
        </div>
      </Group>
      <Facts>
        <Fact
          name={t('field.email')}
          hint={emailReason}
          action={
            <ReasonedButton variant="subtle" size="compact-sm" reason={emailReason} onClick={email.open}>
              {t('email.change')}
            </ReasonedButton>
          }
        >
          {me.email || t('profile.none')}
        </Fact>
        <Fact name={t('field.account')}>{me.account ?? t('profile.none')}</Fact>
        {me.providers.length > 0 && <Fact name={t('field.providers')}>{listText(me.providers.map(providerName))}</Fact>}
        <Fact name={t('field.language')}>{languageNames[me.language]}</Fact>
        <Fact name={t('field.groups')}>
          {me.parents.length === 0 ? (
            t('profile.noGroups')
          ) : (
            <>
              <ul className={classes.groups}>
                {me.parents.slice(0, groupsShown).map((group) => (
                  <li key={group.id}>
                    <Anchor component={Link} to={paths.group(group.id)} size="sm">
                      {localized(group.name)}
                    </Anchor>
                    <Text span size="sm" c="dimmed">
                      {' · '}
                      {t(`membership.${group.role}`)}
                    </Text>
                  </li>
                ))}
              </ul>
              {me.parents.length > groupsShown && (
                <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setGroupsShown(me.parents.length)}>
                  {t('profile.allGroups', { count: me.parents.length })}
                </Button>
              )}
            </>
          )}
        </Fact>
        <Fact name={t('field.lastLogin')}>{me.last_login_at ? formatDateTime(parseTime(me.last_login_at)) : t('profile.none')}</Fact>
      </Facts>
      {edit.isMounted && <EditUserDialog {...edit.props} />}
      {email.isMounted && <EmailDialog {...email.props} />}
    </Section>
  )
}

const fewGroups = 6
