import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint, UpstreamModel } from '@heddle/contracts/model/model-endpoint'
import { Alert, Button, Checkbox, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ServerFailure } from './ServerFailure.tsx'
import { modelServerQueries, useAddModels } from './models.queries.ts'

/** What a server that does not say it may be taken to have. */
export const defaultContextTokens = 16_384

/** A new model, as far as its server describes it. */
export type DescribedModel = ReturnType<typeof describeModel>

/** Returns the fields of a new model; its name has that of the server when another model has the same. */
function describeModel({ id, name: server }: ModelEndpoint, model: UpstreamModel, takenNames: readonly string[]) {
  const { upstream_name, kind, context_tokens, images, reasoning } = model
  return {
    endpoint_id: id,
    upstream_name,
    name: takenNames.includes(upstream_name) ? `${upstream_name} (${server})` : upstream_name,
    kind,
    context_tokens: context_tokens ?? defaultContextTokens,
    capabilities: { ...(images !== 'unknown' && { images }), ...(reasoning !== 'unknown' && { reasoning }) },
  }
}

type DiscoverModelsDialogProps = {
  endpoint: ModelEndpoint
  /** Of all models of the tenant. */
  takenNames: readonly string[]
  /** Opens the form of one model, with what the server says of it. */
  onFill: (model: DescribedModel) => void
  onAdded: (models: readonly ManagedModel[]) => void
  onEdit: () => void
  onClose: () => void
}

/** Lists the models that a server says it serves: one chosen fills the form, several are added as they are. */
export function DiscoverModelsDialog({ endpoint, takenNames, onFill, onAdded, onEdit, onClose }: DiscoverModelsDialogProps) {
  const { t } = useTranslation('model')
  const { t: tCommon } = useTranslation()
  const upstream = useQuery(modelServerQueries.upstream(endpoint.id))
  const add = useAddModels()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const models = upstream.data ?? []
  const selected = models.filter(({ upstream_name: name, is_offered: isOffered }) => !isOffered && chosen.includes(name))

  function handleAdd() {
    const [only] = selected
    if (only && selected.length === 1) return onFill(describeModel(endpoint, only, takenNames))
    add.mutate(
      selected.map((model) => describeModel(endpoint, model, takenNames)),
      {
        onSuccess: (added) => {
          notify({ kind: 'success', message: t('discover.added', { count: added.length }), timeout: 1_500 })
          onAdded(added)
        },
      },
    )
  }

  return (
    <Dialog isOpen title={t('discover.of', { name: endpoint.name })} maxWidth={560} isBusy={add.isPending} onClose={onClose}>
      <Stack gap="md">
        {models.length > 0 && <Text size="sm">{t('discover.hint')}</Text>}
        {upstream.isFetching && (
          <Group gap="xs" role="status">
            <Loader size="sm" aria-hidden />
            <Text size="sm">{t('discover.calling')}</Text>
          </Group>
        )}
        {!upstream.isFetching && <DiscoveryFailure error={upstream.error} onRetry={() => void upstream.refetch()} />}
        {!upstream.isFetching && upstream.data && models.length === 0 && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('discover.none')}>
            {t('discover.noneHint')}
          </Alert>
        )}
        {!upstream.isFetching && models.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('discover.kept')}
          </Text>
        )}
        {models.length > 0 && (
          <ScrollArea.Autosize mah="50dvh" type="auto" viewportProps={{ tabIndex: 0 }}>
            <Checkbox.Group aria-label={t('discover.title')} value={[...chosen]} onChange={setChosen}>
              <Stack gap="sm" py={4}>
                {models.map((model) => (
                  <UpstreamOption key={model.upstream_name} model={model} isDisabled={add.isPending} />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
        )}
        <ErrorAlert error={add.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={add.isPending} onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          {models.length > 0 ? (
            <Button disabled={selected.length === 0} loading={add.isPending} onClick={handleAdd}>
              {selected.length > 1 ? t('discover.add', { count: selected.length }) : t('discover.fill')}
            </Button>
          ) : (
            !upstream.isFetching &&
            endpoint.abilities.edit && <Button onClick={onEdit}>{t('endpoint.editOf', { name: endpoint.name })}</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Says what keeps the server from listing its models; an error of ours as any other. */
function DiscoveryFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status >= 500) return <ServerFailure error={{ code: error.code }} onRetry={onRetry} />
  return <ErrorAlert error={error} onRetry={onRetry} />
}

function UpstreamOption({ model, isDisabled }: { model: UpstreamModel; isDisabled: boolean }) {
  const { t } = useTranslation('model')
  const { tag } = useLanguage()
  const { upstream_name: name, context_tokens: context, is_offered: isOffered } = model
  const details = [
    ...(isOffered ? [t('discover.offered')] : []),
    ...(model.kind === 'chat' ? [] : [t(`kind.${model.kind}`)]),
    context === null
      ? t('discover.contextUnknown', { amount: new Intl.NumberFormat(tag).format(defaultContextTokens) })
      : t('contextTokens', { count: context, amount: new Intl.NumberFormat(tag).format(context) }),
    ...(model.images === 'yes' ? [t('readsImages')] : []),
    ...(model.reasoning === 'yes' ? [t('thinks')] : []),
  ]
  return (
    <Checkbox
      value={name}
      label={name}
      description={details.join(' · ')}
      disabled={isDisabled || isOffered}
      styles={{ label: { overflowWrap: 'anywhere' } }}
    />
  )
}
