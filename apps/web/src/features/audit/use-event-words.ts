import type { AuditEvent } from '@heddle/contracts/audit/audit'
import { isErrorCode } from '@heddle/contracts/errors'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { isAuditedAction } from './audited-actions.ts'

/** Returns formatters of an event's parts. */
export function useEventWords() {
  const { t } = useTranslation('audit')
  const { t: tErrors } = useTranslation('errors')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()

  return {
    /** The name at the time of the event; the actor may have had none. */
    formatActor: ({ actor }: AuditEvent) => (actor ? localized(actor.name) || tCommon('unknownUser') : t('anonymous')),
    /** An action of an earlier version has no text, only its name. */
    formatAction: (action: string) => (isAuditedAction(action) ? t(`action.${action}`) : action),
    formatTarget: ({ target }: AuditEvent) => {
      if (!target) return null
      const name = target.name && localized(target.name)
      return name || (isTargetType(target.type) ? t(`target.${target.type}`) : target.type)
    },
    formatReason: ({ error_code: code }: AuditEvent) => (code === null ? null : isErrorCode(code) ? tErrors(`code.${code}`) : code),
  }
}

const targetTypes = [
  'user',
  'group',
  'tenant',
  'session',
  'feedback',
  'usage_limit_rule',
  'assistant',
  'workflow',
  'model',
  'model_endpoint',
  'prompt',
  'collection',
  'dataset',
  'source',
] as const
const isTargetType = (type: string): type is (typeof targetTypes)[number] => targetTypes.some((known) => known === type)

/** Returns the path of the event's target; null for a deleted one and for types without a page. */
export function findTargetPath({ target, action, outcome }: AuditEvent): string | null {
  if (!target?.id || (action.startsWith('delete') && outcome === 'succeeded')) return null
  if (target.type === 'user') return paths.user(target.id)
  if (target.type === 'assistant') return paths.assistant(target.id)
  if (target.type === 'group') return paths.group(target.id)
  return target.type === 'tenant' ? paths.tenant(target.id) : null
}
