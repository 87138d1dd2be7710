import type { Prompt, PromptVersion } from '@heddle/contracts/prompt/prompt'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useUpdatePrompt } from '../prompt-edit.queries.ts'

const VersionDiff = lazy(async () => ({ default: (await import('./VersionDiff.tsx')).VersionDiff }))

/** The versions of a prompt, the newest first; an earlier one is restored as an edit. */
export function PromptVersions({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(promptQueries.versions(prompt.id, prompt.version))
  const versions = query.data?.pages.flatMap((page) => page.versions)
  return (
    <Stack gap="sm" maw={720}>
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Loader size="sm" />}
      {versions?.map((version, index) => (
        <VersionCard key={version.number} prompt={prompt} version={version} before={versions[index + 1]} />
      ))}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('loadMore')}
        </Button>
      )}
    </Stack>
  )
}

type VersionCardProps = { prompt: Prompt; version: PromptVersion; before: PromptVersion | undefined }

function VersionCard({ prompt, version, before }: VersionCardProps) {
  const { t } = useTranslation('prompt')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const update = useUpdatePrompt(prompt.id)
  const [isCompared, setIsCompared] = useState(false)
  const { number, name, text, variables, created_by: author } = version
  const isCurrent = number === prompt.version
  const time = formatDateTime(parseTime(version.created_at))

  function handleRestore() {
    update.mutate(
      { revision: prompt.revision, prompt: { name, text, variables } },
      { onSuccess: () => notify({ kind: 'success', message: t('version.restored', { number }) }) },
    )
  }

  return (
    <Paper component="article" withBorder p="sm" aria-label={t('version.number', { number })}>
      <Text fw={600}>{isCurrent ? t('version.current', { number }) : t('version.number', { number })}</Text>
      <Text size="xs" c="dimmed">
        {author ? tCommon('listed', { before: localized(author.name), next: time }) : time}
      </Text>
      <Group gap="xs" mt="xs">
        {before && (
          <Button size="compact-sm" variant="default" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
            {t(isCompared ? 'version.hide' : 'version.compare')}
          </Button>
        )}
        {!isCurrent && prompt.abilities.write && (
          <Button size="compact-sm" variant="default" loading={update.isPending} onClick={handleRestore}>
            {t('version.restore')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={update.error} />
      {isCompared && before && (
        <Suspense fallback={<Loader size="sm" mt="xs" />}>
          <VersionDiff before={before} after={version} />
        </Suspense>
      )}
    </Paper>
  )
}
