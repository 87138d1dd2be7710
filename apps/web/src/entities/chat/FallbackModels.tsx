import { Trans, useTranslation } from 'react-i18next'
import { Name } from '#shared/ui/Name.tsx'

/** The model that answered, and the one in whose place it did. */
export function FallbackModels({ asked, answered }: { asked: string; answered: string }) {
  const { t } = useTranslation('chat')
  return <Trans t={t} i18nKey="message.fallback" components={{ answered: <Name>{answered}</Name>, asked: <Name>{asked}</Name> }} />
}
