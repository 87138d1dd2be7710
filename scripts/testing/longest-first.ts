// The order of the test files: those of minutes begin first, so that no worker is alone with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'apps/api/test/matrix/permission-matrix.test.ts',
  'apps/api/src/platform/http/hostile-input.test.ts',
  'apps/api/src/modules/ingestion/job/killed-workers.test.ts',
]

const isLongest = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(`/${path}`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- Not that of an array.
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)))
  }
}
