// Both in one process, for one machine: half of the memory of two.
import { runProcess } from './process.ts'
import { runningJobs } from './run-jobs.ts'
import { serving } from './serve.ts'

await runProcess([serving, runningJobs])
