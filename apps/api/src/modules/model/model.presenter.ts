import type { Model } from '@heddle/contracts/model'
import type { Model as ModelRow } from '@heddle/db/generated/client'

export const presentModel = ({ id, name, isDefault, readsImages }: ModelRow, isDemonstration: boolean): Model => ({
  id,
  name,
  is_default: isDefault,
  is_demonstration: isDemonstration,
  reads_images: readsImages,
})
