import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { RowService } from '../dataset/row/row.service.ts'
import type { MessageService } from '../message/message.service.ts'
import { createFeedbackRepository } from './feedback.repository.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { createFeedbackService } from './feedback.service.ts'
import { voteRoutes } from './vote/vote.routes.ts'
import { createVoteService } from './vote/vote.service.ts'

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly datasets: DatasetService
  readonly datasetRows: RowService
  readonly messages: MessageService
}

export function createFeedbackModule({ db, pool, now }: Dependencies, { streamAuthority, messages, ...services }: Services) {
  const feedback = createFeedbackService({ ...services, db, pool, now, feedback: createFeedbackRepository(db) })
  return {
    services: { feedback },
    routes(app: App) {
      feedbackRoutes(app, { feedback, streamAuthority, now })
      voteRoutes(app, createVoteService({ pool, messages }))
    },
  }
}
