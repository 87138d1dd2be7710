import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { GroupService } from '../group/group.service.ts'
import { createPromptRepository } from './prompt.repository.ts'
import { promptRoutes } from './prompt.routes.ts'
import { createPromptService } from './prompt.service.ts'
import { createPromptTransferService } from './transfer/transfer.service.ts'
import { promptTransferRoutes } from './transfer/transfer.routes.ts'

type Services = {
  readonly paging: Paging
  readonly audit: AuditService
  readonly groups: GroupService
  readonly assistants: AssistantService
  readonly streamAuthority: StreamAuthority
}

export function createPromptModule(
  dependencies: Dependencies,
  { paging, audit, groups, assistants, streamAuthority: authority }: Services,
) {
  const { db, now, stopping } = dependencies
  const repository = createPromptRepository(db)
  const prompts = createPromptService({ db, now, prompts: repository, groups, assistants, audit, paging })
  const transfers = createPromptTransferService({ prompts, repository, authority, stopping })
  return {
    services: { promptTransfers: transfers },
    routes: (app: App) => {
      promptRoutes(app, prompts)
      promptTransferRoutes(app, { transfers, authority, now })
    },
  }
}
