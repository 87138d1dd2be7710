import { getOverview } from '@heddle/contracts/overview/overview'
import type { App } from '../../platform/http/app-instance.ts'
import type { OverviewService } from './overview.service.ts'

export function overviewRoutes(app: App, overviews: OverviewService) {
  app.route({ ...getOverview, handler: async ({ actor }) => ({ overview: await overviews.getOverview(actor) }) })
}
