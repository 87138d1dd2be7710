// The job process.
import { runProcess } from './boot/process.ts'
import { runningJobs } from './run-jobs.ts'

await runProcess([runningJobs])
