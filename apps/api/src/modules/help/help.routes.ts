import { listSiteChapters } from '@heddle/contracts/help/help'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import { readSiteChapters } from './site-chapters.ts'

export function helpRoutes(app: App, { config: { helpDir }, log }: Pick<Dependencies, 'config' | 'log'>) {
  app.route({
    ...listSiteChapters,
    // The folder is read each time, so that a changed file is seen without a restart.
    handler: async () => ({ chapters: helpDir === undefined ? [] : await readSiteChapters(helpDir, log) }),
  })
}
