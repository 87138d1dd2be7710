import type { Prisma } from '@heddle/db/generated/client'
import type { CollectionRow } from './collection.repository.ts'

export const toCollectionTarget = ({ id, name }: Pick<CollectionRow, 'id' | 'name'>) =>
  ({ type: 'collection', id, name: name as Prisma.InputJsonValue }) as const
