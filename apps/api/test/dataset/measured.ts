// What `pnpm bench` measures of datasets, by the functions of the worker and of a run.
export { runPlan } from '../../src/modules/dataset/query/run-plan.sql.ts'
export { updateTables } from '../../src/modules/dataset/version/update-tables.ts'
