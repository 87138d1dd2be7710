import { useTranslation } from 'react-i18next'

/** In a part of its own: the texts of evaluations are loaded with the first publication that waits. */
export function PendingLabel({ isRefused }: { isRefused: boolean }) {
  const { t } = useTranslation('evaluation')
  return t(isRefused ? 'gate.pending.failed' : 'gate.pending.waiting')
}
