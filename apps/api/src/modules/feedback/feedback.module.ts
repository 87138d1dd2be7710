import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { RowService } from '../dataset/row/row.service.ts'
import { createFeedbackRepository } from './feedback.repository.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { createFeedbackService } from './feedback.service.ts'

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly datasets: DatasetService
  readonly datasetRows: RowService
}

export function createFeedbackModule({ db, pool, now }: Dependencies, { streamAuthority, ...services }: Services) {
  const feedback = createFeedbackService({ ...services, db, pool, now, feedback: createFeedbackRepository(db) })
  return {
    services: { feedback },
    routes: (app: App) => feedbackRoutes(app, { feedback, streamAuthority, now }),
  }
}
