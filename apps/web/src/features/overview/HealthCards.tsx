import { type Overview, UnavailableEndpoint } from '@heddle/contracts/overview/overview'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListText } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { paths } from '#shared/paths.ts'
import { type HealthLevel, isOverdue, judgeBackup, judgeModels, judgeStorage, judgeWorker } from './health.ts'
import classes from './Overview.module.css'

const icons = { ok: IconCircleCheck, warning: IconAlertTriangle, failed: IconAlertCircle, unknown: IconHelpCircle }
const megabyte = 1024 * 1024

/** Whether models, worker, files and backups are well; each leads to where it is mended, or to what the help says of it. */
export function HealthCards({ overview: { models, worker, ingestion, storage, backup } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useHealthWords()
  const help = paths.help({ chapter: 'overview' })
  const cards: readonly { key: 'models' | 'worker' | 'storage' | 'backup'; to: string; level: HealthLevel; texts: readonly string[] }[] = [
    { key: 'models', to: paths.models(), level: judgeModels(models), texts: words.describeModels(models) },
    { key: 'worker', to: help, level: judgeWorker(worker), texts: [words.describeWorker(worker, ingestion)] },
    { key: 'storage', to: help, level: judgeStorage(storage), texts: [words.describeStorage(storage)] },
    { key: 'backup', to: help, level: judgeBackup(backup), texts: [words.describeBackup(backup)] },
  ]
  return (
    <ul className={classes.cards}>
      {cards.map(({ key, to, level, texts }) => {
        const LevelIcon = icons[level]
        return (
          <li key={key}>
            <Link to={to} className={classes.card} data-level={level}>
              <LevelIcon size={20} aria-hidden />
              <span className={classes.words}>
                <span className={classes.name}>{t(`health.${key}`)}</span>
                {texts.map((text) => (
                  <span key={text} className={classes.text}>
                    {text}
                  </span>
                ))}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type NamedServer = NonNullable<Overview['models']>['untried'][number]
type ServerState = UnavailableEndpoint['state'] | 'untried'

const formatTime = (time: string) => formatDateTime(parseTime(time))

/** Returns what the cards say of each part. */
function useHealthWords() {
  const { t } = useTranslation('overview')
  const listText = useListText()
  const formatSize = useFileSize()
  return {
    /** A sentence for each state that a server is in, the worst first. */
    describeModels(models: Overview['models']): string[] {
      if (models === null) return [t('health.unknown')]
      const { endpoints, unavailable, untried } = models
      if (endpoints === 0) return [t('health.noServer')]
      const describe = (state: ServerState, servers: readonly NamedServer[]) => {
        const names = servers.map(({ name, is_from_environment: isFromEnvironment }) =>
          isFromEnvironment ? t('health.environment') : name,
        )
        return names.length === 0 ? [] : [t(`health.server.${state}`, { count: names.length, names: listText(names) })]
      }
      const available = endpoints - unavailable.length - untried.length
      return [
        ...UnavailableEndpoint.shape.state.options.flatMap((state) =>
          describe(
            state,
            unavailable.filter((server) => server.state === state),
          ),
        ),
        ...describe('untried', untried),
        ...(available > 0 ? [t('health.available', { count: available })] : []),
      ]
    },

    describeWorker(worker: Overview['worker'], ingestion: Overview['ingestion']): string {
      if (worker === null) return t('health.unknown')
      const { is_running: isRunning, last_seen_at: lastSeenAt, delay_seconds: delay } = worker
      if (!isRunning) return lastSeenAt === null ? t('health.down') : t('health.downSince', { when: formatTime(lastSeenAt) })
      if (isOverdue(worker)) return t('health.waiting', { when: formatDateTime(new Date(Date.now() - delay * 1_000)) })
      return ingestion && ingestion.sources > 0 ? t('health.processing', { count: ingestion.sources }) : t('health.running')
    },

    describeStorage(storage: Overview['storage']): string {
      if (storage === null) return t('health.unknown')
      const { state, free_mb: freeMb } = storage
      if (state === 'failed') return t('health.failed')
      if (freeMb === null) return t('health.working')
      return t(state === 'low' ? 'health.low' : 'health.free', { size: formatSize(freeMb * megabyte) })
    },

    describeBackup(backup: Overview['backup']): string {
      if (backup === null) return t('health.unknown')
      return backup.last_at === null ? t('health.backupNever') : t('health.backupAt', { when: formatTime(backup.last_at) })
    },
  }
}
