import type { Prisma } from '@heddle/db/generated/client'
import type { DatasetRecord } from './dataset.repository.ts'

export const toDatasetTarget = ({ id, name }: Pick<DatasetRecord, 'id' | 'name'>) =>
  ({ type: 'dataset', id, name: name as Prisma.InputJsonValue }) as const
