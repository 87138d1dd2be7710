import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fromTag, resolveLanguage, toTag } from '#i18n/language.ts'
import { colorSchemeManager, cssVariablesResolver, createBrandTheme } from '#shared/theme/theme.ts'
import { useBrand, useProfileLanguage } from './use-brand.ts'

const ownIcon = '/favicon.svg'

function useTabIcon(logo: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link) return
    link.type = logo?.slice(5, logo.indexOf(';')) ?? 'image/svg+xml'
    link.href = logo ?? ownIcon
  }, [logo])
}

/** Applies the tenant's color and icon, and a language that the tenant offers. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const brand = useBrand()
  const { primary_color: color, logo } = brand
  const theme = useMemo(() => createBrandTheme(color), [color])
  useTabIcon(logo)

  const wanted = resolveLanguage(brand, useProfileLanguage())
  useEffect(() => {
    if (fromTag(i18n.language) !== wanted) void i18n.changeLanguage(toTag(wanted))
  }, [i18n, wanted])

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
