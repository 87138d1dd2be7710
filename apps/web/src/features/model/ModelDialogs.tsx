import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { useQuery } from '@tanstack/react-query'
import { CreateModelDialog } from './CreateModelDialog.tsx'
import { type DescribedModel, DiscoverModelsDialog } from './DiscoverModelsDialog.tsx'
import { EditModelDialog } from './EditModelDialog.tsx'
import { CreateEndpointDialog, EditEndpointDialog } from './EndpointDialogs.tsx'
import { ModelOrderDialog } from './ModelOrderDialog.tsx'
import { modelServerQueries } from './models.queries.ts'
import { NewModelsDialog } from './NewModelsDialog.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import { TestModelDialog } from './TestModelDialog.tsx'

export type OpenedDialog =
  | { type: 'newEndpoint' | 'order' }
  | { type: 'endpoint' | 'discovery'; endpoint: ModelEndpoint }
  | { type: 'newModel'; endpoint: ModelEndpoint; described?: DescribedModel }
  | { type: 'newModels'; models: readonly ManagedModel[] }
  | { type: 'model' | 'test' | 'prices'; model: ManagedModel }

type ModelDialogsProps = { opened: OpenedDialog | null; onOpen: (opened: OpenedDialog | null) => void }

/** The dialogs of the page of models. What was connected or added is called at once, by the dialog that follows. */
export function ModelDialogs({ opened, onOpen }: ModelDialogsProps) {
  const models = useQuery(modelServerQueries.models()).data ?? []
  const close = () => onOpen(null)
  const discover = (endpoint: ModelEndpoint) => onOpen({ type: 'discovery', endpoint })
  const tryModels = (added: readonly ManagedModel[]) => onOpen({ type: 'newModels', models: added })
  switch (opened?.type) {
    case undefined:
      return null
    case 'newEndpoint':
      return <CreateEndpointDialog onCreated={discover} onClose={close} />
    case 'endpoint':
      return <EditEndpointDialog endpoint={opened.endpoint} onReconnected={discover} onClose={close} />
    case 'discovery':
      return (
        <DiscoverModelsDialog
          endpoint={opened.endpoint}
          takenNames={models.map(({ name }) => name)}
          onFill={(described) => onOpen({ type: 'newModel', endpoint: opened.endpoint, described })}
          onAdded={tryModels}
          onEdit={() => onOpen({ type: 'endpoint', endpoint: opened.endpoint })}
          onClose={close}
        />
      )
    case 'newModel':
      return (
        <CreateModelDialog
          endpoint={opened.endpoint}
          described={opened.described}
          onCreated={(model) => tryModels([model])}
          onClose={close}
        />
      )
    case 'newModels':
      return <NewModelsDialog models={opened.models} onClose={close} />
    case 'order':
      return <ModelOrderDialog models={models} onClose={close} />
    case 'model':
      return <EditModelDialog model={opened.model} models={models} onClose={close} />
    case 'prices':
      return <PricesDialog model={opened.model} onClose={close} />
    case 'test':
      return <TestModelDialog model={models.find(({ id }) => id === opened.model.id) ?? opened.model} onClose={close} />
  }
}
