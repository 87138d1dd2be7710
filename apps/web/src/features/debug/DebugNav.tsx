import { useTranslation } from 'react-i18next'
import { paths } from '#shared/paths.ts'
import { PageNav } from '#shared/ui/layout/PageNav.tsx'

const pages = { chat: paths.debugChat(), common: paths.debugCommon(), backend: paths.debugBackend(), limit: paths.debugLimits() } as const

export function DebugNav() {
  const { t } = useTranslation('debug')
  const links = (['chat', 'common', 'backend', 'limit'] as const).map((page) => ({ key: page, to: pages[page], text: t(`nav.${page}`) }))
  return <PageNav label={t('nav.label')} links={links} />
}
