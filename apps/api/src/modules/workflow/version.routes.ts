import { getWorkflowVersion, publishWorkflow, queryWorkflowVersions, restoreWorkflowVersion } from '@heddle/contracts/workflow/workflow'
import type { App } from '../../platform/http/app-instance.ts'
import { presentVersion, presentVersionItem } from './version.presenter.ts'
import type { VersionService } from './version.service.ts'
import { presentWorkflow } from './workflow.presenter.ts'

export function versionRoutes(app: App, versions: VersionService) {
  app.route({
    ...publishWorkflow,
    handler: async ({ actor, params, body }) => {
      const { version, warnings } = await versions.publishWorkflow(actor, params.id, body)
      return { version: version && presentVersionItem(version), warnings: [...warnings] }
    },
  })

  app.route({
    ...queryWorkflowVersions,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await versions.queryWorkflowVersions(actor, params.id, body)
      return { versions: rows.map(presentVersionItem), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...getWorkflowVersion,
    handler: async ({ actor, params }) => ({
      version: presentVersion(await versions.getWorkflowVersion(actor, params.id, params.number)),
    }),
  })

  app.route({
    ...restoreWorkflowVersion,
    handler: async ({ actor, params, body }) => ({
      workflow: presentWorkflow(actor, await versions.restoreWorkflowVersion(actor, params.id, params.number, body.revision)),
    }),
  })
}
