import type { Dependencies } from '../../boot/dependencies.ts'
import { createDemonstrationProbe } from './demonstration.ts'
import { createModelRepository } from './model.repository.ts'
import { createModelService } from './model.service.ts'

export function createModelModule({ config, db }: Dependencies) {
  return { services: { models: createModelService(createModelRepository(db), createDemonstrationProbe(config.model)) } }
}
