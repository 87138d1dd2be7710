import { listCorrectable } from '@heddle/contracts/collection/source'
import { Button, Group } from '@mantine/core'
import { IconFileOff, IconFileSettings, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { canRetrySource } from '#entities/collection/source-counts.ts'
import { EditSourceDialog } from '#features/collection/source/EditSourceDialog.tsx'
import { ReadingDialog } from '#features/collection/source/ReadingDialog.tsx'
import { useRetrySource } from '#features/collection/source/source-edit.queries.ts'
import { sourceViewQueries } from '#features/collection/view/source-view.queries.ts'
import { SourceView } from '#features/collection/view/SourceView.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function SourcePage() {
  const { t } = useTranslation('passage')
  const localized = useLocalized()
  const { id = '', sourceId = '' } = useParams()
  const params = useMemo(() => ({ id, sourceId }), [id, sourceId])
  const { data: collection } = useQuery(collectionQueries.detail(id))
  const query = useQuery(sourceViewQueries.source(params))
  const { data: source } = query
  const { t: tKnowledge } = useTranslation('knowledge')
  const { t: tReading } = useTranslation('reading')
  const [isEditing, setIsEditing] = useState(false)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const retry = useRetrySource(id)
  const title = source?.title ?? t('one')
  usePageTitle(title)
  return (
    <PageFrame
      isWide
      title={title}
      back={{ to: paths.collection(id), label: collection ? localized(collection.name) : t('collection') }}
      aside={
        source && (
          <Group gap="xs">
            {canRetrySource(source) && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={18} aria-hidden />}
                loading={retry.isPending}
                onClick={() => retry.mutate(source.id)}
              >
                {tKnowledge('menu.retry')}
              </Button>
            )}
            {listCorrectable(source.kind, source.media_type).length > 0 && (
              <Button variant="default" leftSection={<IconFileSettings size={18} aria-hidden />} onClick={() => setIsCorrecting(true)}>
                {tReading('correct.open')}
              </Button>
            )}
            <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setIsEditing(true)}>
              {tKnowledge('source.edit')}
            </Button>
          </Group>
        )
      }
    >
      <LeaveGuard />
      {source && isEditing && (
        <EditSourceDialog collectionId={id} source={source} knownTags={source.tags} onClose={() => setIsEditing(false)} />
      )}
      {source && isCorrecting && <ReadingDialog collectionId={id} source={source} onClose={() => setIsCorrecting(false)} />}
      {source ? (
        <SourceView key={source.id} params={params} source={source} />
      ) : (
        <MissingEntity query={query} height={420} icon={IconFileOff} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}
