import type { ImportError } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'

/** Collects the errors of rows: the first ones are kept, and all are counted. */
export function createErrorList() {
  const kept: ImportError[] = []
  let errorCount = 0
  return {
    add(errors: readonly ImportError[]) {
      errorCount += errors.length
      for (const error of errors) if (kept.length < limits.datasetImportErrors) kept.push(error)
    },
    /** Returns them as an import has them. */
    toColumns: () => ({
      errors: kept.slice(0, limits.datasetShownErrors),
      moreErrors: kept.slice(limits.datasetShownErrors),
      errorCount,
    }),
  }
}
export type ErrorList = ReturnType<typeof createErrorList>
