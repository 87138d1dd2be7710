// The import of a dataset that is open in this browser: who left its page comes back to it.
import { Id } from '@heddle/contracts/wire'

const createStorageKey = (datasetId: string) => `datasetImport.${datasetId}`

export const rememberImport = (datasetId: string, importId: string): void => localStorage.setItem(createStorageKey(datasetId), importId)

export const forgetImport = (datasetId: string): void => localStorage.removeItem(createStorageKey(datasetId))

export const findOpenImport = (datasetId: string): string | null =>
  Id.safeParse(localStorage.getItem(createStorageKey(datasetId))).data ?? null
