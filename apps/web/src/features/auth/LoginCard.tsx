import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '#entities/brand/BrandMark.tsx'
import { useBrand } from '#entities/brand/use-brand.ts'
import { useConfig } from '#entities/system/config.queries.ts'
import classes from './LoginCard.module.css'

type LoginCardProps = {
  /** The heading; that of the sign-in by default. */
  title?: string
  hint?: string
  corner?: ReactNode
  children: ReactNode
}

/** The frame of every sign-in page: the product, the form, and the licensing company. */
export function LoginCard({ title, hint, corner, children }: LoginCardProps) {
  const { t } = useTranslation('auth')
  const { product_name: product, licensed_by: company } = useBrand()
  const { version } = useConfig()
  return (
    <div className={classes.page}>
      {corner && <header className={classes.corner}>{corner}</header>}
      <main className={classes.card}>
        <Stack gap={6} mb="xl" align="flex-start">
          <Group gap="sm" wrap="nowrap" maw="100%">
            <BrandMark size={44} />
            <Text fw={650} size="lg" lineClamp={2}>
              {product}
            </Text>
          </Group>
          <Title order={1} size="h2" mt="md">
            {title ?? t('title')}
          </Title>
          <Text c="dimmed">{hint ?? t('tagline')}</Text>
        </Stack>
        {children}
      </main>
      <footer className={classes.footer}>{[...new Set([product, company, version])].filter(Boolean).join(' · ')}</footer>
    </div>
  )
}
