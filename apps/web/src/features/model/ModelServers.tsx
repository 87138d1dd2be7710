import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { Alert, Badge, Button, Group, Loader, Stack, Text } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowsSort,
  IconCoin,
  IconHelpCircle,
  IconListSearch,
  IconPencil,
  IconPlugConnected,
  IconPlus,
  IconServer,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { OpenedDialog } from './ModelDialogs.tsx'
import classes from './Models.module.css'
import { modelServerQueries, useDeleteModel, useDeleteModelEndpoint, useSetDefaultModel } from './models.queries.ts'

/** The servers of the tenant, each with its models. */
export function ModelServers({ onOpen }: { onOpen: (opened: OpenedDialog) => void }) {
  const { t } = useTranslation('model')
  const endpoints = useQuery(modelServerQueries.endpoints())
  const models = useQuery(modelServerQueries.models())

  const error = endpoints.error ?? models.error
  if (error) return <ErrorAlert error={error} />
  if (!endpoints.data || !models.data) return <Loader />
  const allModels = models.data
  if (endpoints.data.length === 0)
    return <EmptyState icon={<IconServer size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />
  return (
    <Stack gap="lg">
      {allModels.length > 1 && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsSort size={16} aria-hidden />}
            onClick={() => onOpen({ type: 'order' })}
          >
            {t('order.title')}
          </Button>
        </Group>
      )}
      {endpoints.data.map((endpoint) => (
        <ModelServer
          key={endpoint.id}
          endpoint={endpoint}
          models={allModels.filter(({ endpoint_id: id }) => id === endpoint.id)}
          onOpen={onOpen}
        />
      ))}
    </Stack>
  )
}

type ModelServerProps = { endpoint: ModelEndpoint; models: readonly ManagedModel[]; onOpen: (opened: OpenedDialog) => void }

function ModelServer({ endpoint, models, onOpen }: ModelServerProps) {
  const { t } = useTranslation('model')
  const remove = useDeleteModelEndpoint()
  const name = endpoint.is_from_environment ? t('endpoint.environment') : endpoint.name

  async function handleDelete() {
    const isDeleted = await confirm({
      title: t('endpoint.deleteTitle', { name }),
      message: t('endpoint.deleteMessage', { count: models.length }),
      confirmLabel: t('endpoint.delete'),
      danger: true,
      act: () => remove.mutateAsync(endpoint.id),
    })
    if (isDeleted) notify({ kind: 'success', message: t('endpoint.deleted'), timeout: 1_500 })
  }

  return (
    <Section
      title={name}
      hint={endpoint.is_from_environment ? t('endpoint.fromEnvironment', { address: endpoint.base_url }) : endpoint.base_url}
      aside={
        <Group gap={4} wrap="nowrap">
          {!endpoint.enabled && <OffBadge />}
          {endpoint.abilities.edit && (
            <IconButton
              hint={t('edit')}
              label={t('editNamed', { name })}
              icon={IconPencil}
              onClick={() => onOpen({ type: 'endpoint', endpoint })}
            />
          )}
          {endpoint.abilities.delete && (
            <IconButton
              hint={t('endpoint.delete')}
              label={t('deleteNamed', { name })}
              icon={IconTrash}
              onClick={() => void handleDelete()}
            />
          )}
        </Group>
      }
    >
      <Stack gap="xs" align="stretch">
        <HealthAlert endpoint={endpoint} />
        {models.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noModels')}
          </Text>
        ) : (
          <Stack component="ul" gap="xs" className={classes.list}>
            {models.map((model) => (
              <ModelRow key={model.id} model={model} onOpen={(type) => onOpen({ type, model })} />
            ))}
          </Stack>
        )}
        {endpoint.abilities.edit && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconListSearch size={16} aria-hidden />}
              aria-label={t('discover.of', { name })}
              onClick={() => onOpen({ type: 'discovery', endpoint })}
            >
              {t('discover.title')}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={t('model.createAt', { name })}
              onClick={() => onOpen({ type: 'newModel', endpoint })}
            >
              {t('model.create')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

/** What the last calls of a server have shown, unless it works. */
function HealthAlert({ endpoint: { health } }: { endpoint: ModelEndpoint }) {
  const { t } = useTranslation('model')
  const { state } = health
  if (state === 'available') return null
  const isUntried = state === 'untried'
  const AlertIcon = isUntried ? IconHelpCircle : IconAlertCircle
  return (
    <Alert color={isUntried ? 'gray' : 'red'} variant="light" icon={<AlertIcon aria-hidden />} title={t(`health.${state}`)}>
      {health.paused_until === null
        ? t(`health.hint.${state}`)
        : t('health.hint.paused', { when: formatDateTime(parseTime(health.paused_until)) })}
    </Alert>
  )
}

function OffBadge() {
  const { t } = useTranslation('model')
  return (
    <Badge variant="light" color="gray" tt="none" fw={550}>
      {t('off')}
    </Badge>
  )
}

const findPrice = ({ prices }: ManagedModel) => prices.find(({ valid_from: from }) => Date.parse(from) <= Date.now())

type ModelRowProps = { model: ManagedModel; onOpen: (type: 'model' | 'test' | 'prices') => void }

function ModelRow({ model, onOpen }: ModelRowProps) {
  const { t } = useTranslation('model')
  const { tag } = useLanguage()
  const setDefault = useSetDefaultModel()
  const remove = useDeleteModel()
  const { name, last_test: test } = model
  const price = findPrice(model)

  async function handleDelete() {
    const isDeleted = await confirm({
      title: t('model.deleteTitle', { name }),
      message: t('model.deleteMessage'),
      confirmLabel: t('model.delete'),
      danger: true,
      act: () => remove.mutateAsync(model.id),
    })
    if (isDeleted) notify({ kind: 'success', message: t('model.deleted'), timeout: 1_500 })
  }

  const context = t('contextTokens', { count: model.context_tokens, amount: new Intl.NumberFormat(tag).format(model.context_tokens) })
  const details = [
    ...(model.upstream_name === name ? [] : [model.upstream_name]),
    ...(model.kind === 'chat' ? [] : [t(`kind.${model.kind}`)]),
    context,
    ...(model.capabilities.images.value === 'yes' ? [t('readsImages')] : []),
    ...(model.capabilities.reasoning.value === 'yes' ? [t('thinks')] : []),
    ...(price ? [t('price.short', price)] : []),
  ]
  return (
    <li className={classes.model}>
      <div className={classes.words}>
        <Group gap={6}>
          <Text component="span" size="sm" fw={550}>
            {name}
          </Text>
          {model.is_default && (
            <Badge variant="light" tt="none" fw={550}>
              {t('default')}
            </Badge>
          )}
          {!model.enabled && <OffBadge />}
        </Group>
        <Text size="xs" c="dimmed">
          {details.join(' · ')}
        </Text>
        {test && (
          <Text size="xs" c={test.error ? 'red' : 'dimmed'}>
            {t(test.error ? 'test.failedAt' : 'test.passedAt', { when: formatDateTime(parseTime(test.tested_at)) })}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {model.kind === 'chat' && model.enabled && !model.is_default && (
          <IconButton
            hint={t('makeDefault')}
            label={t('makeDefaultNamed', { name })}
            icon={IconStar}
            isLoading={setDefault.isPending}
            onClick={() => setDefault.mutate(model.id)}
          />
        )}
        <IconButton hint={t('test.title')} label={t('test.of', { name })} icon={IconPlugConnected} onClick={() => onOpen('test')} />
        <IconButton hint={t('price.title')} label={t('price.of', { name })} icon={IconCoin} onClick={() => onOpen('prices')} />
        <IconButton hint={t('edit')} label={t('editNamed', { name })} icon={IconPencil} onClick={() => onOpen('model')} />
        {model.abilities.delete && (
          <IconButton hint={t('model.delete')} label={t('deleteNamed', { name })} icon={IconTrash} onClick={() => void handleDelete()} />
        )}
      </Group>
    </li>
  )
}
