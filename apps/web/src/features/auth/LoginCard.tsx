import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#shared/config/config.queries.ts'
import { BrandMark } from '#shared/ui/BrandMark.tsx'
import classes from './LoginCard.module.css'

/** The frame of every sign-in: the product, the form, and who stands behind it. */
export function LoginCard({ children, corner }: { children: ReactNode; corner?: ReactNode }) {
  const { t } = useTranslation('auth')
  const { product_name: product, licensed_by: company, version } = useConfig()
  return (
    <div className={classes.page}>
      {corner && <header className={classes.corner}>{corner}</header>}
      <main className={classes.card}>
        <Stack gap={6} mb="xl" align="flex-start">
          <BrandMark size={44} />
          <Title order={1} size="h2" mt="sm">
            {t('title')}
          </Title>
          <Text c="dimmed">{t('tagline')}</Text>
        </Stack>
        {children}
      </main>
      <footer className={classes.footer}>{[...new Set([product, company, version])].join(' · ')}</footer>
    </div>
  )
}
