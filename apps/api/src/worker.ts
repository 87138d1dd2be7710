// The job process: what has to happen without anybody asking for it.
import { type Job, startJobs } from './jobs/recurring.ts'
import { runProcess } from './process.ts'
import { createServices, type Services } from './services.ts'

const hour = 60 * 60 * 1000

const jobsOf = ({ auth }: Services): Job[] => [{ name: 'remove ended sessions', everyMs: hour, run: auth.removeEndedSessions }]

await runProcess(async (dependencies) => startJobs(jobsOf(createServices(dependencies)), dependencies))
